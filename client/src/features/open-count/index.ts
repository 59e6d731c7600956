export { ReceiptProof } from './components/receipt-proof';
