export { paymentHelpRoutes } from './routes';
