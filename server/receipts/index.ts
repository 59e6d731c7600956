export { findReceipt } from './receipts';
export { registerReceipts } from './routes';
