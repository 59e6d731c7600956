export { ReceiptDialog } from './components/receipt-dialog';
export { MyReceipts } from './screen';
