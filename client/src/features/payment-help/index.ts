export { PaymentHelp } from './screen';
