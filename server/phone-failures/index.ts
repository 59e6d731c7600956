export { PhoneFailures } from './phone-failures';
export { registerPhoneFailures } from './routes';
