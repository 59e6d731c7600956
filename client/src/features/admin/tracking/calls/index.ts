export { ReceiptEmail } from './components/receipt-email';
