export { PaymentWords } from './components/payment-words';
export { ReceiptEmail } from './components/receipt-email';
