export { registerPaymentHelp } from './routes';
