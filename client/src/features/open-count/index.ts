export { ReceiptProof } from './components/receipt-proof';
export { CategoryTimeline } from './timeline';
