export { PhoneFailures } from './phone-failures';
export { phoneFailureRoutes } from './routes';
