export { MyReceipts } from './my-receipts';
export { ReceiptDialog } from './receipt-dialog';
