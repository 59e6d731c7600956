export { PaymentHelp } from './payment-help';
