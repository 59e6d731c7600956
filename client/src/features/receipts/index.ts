export { ReceiptDialog } from './receipt-dialog';
