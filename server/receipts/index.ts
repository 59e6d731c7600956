export { findReceipt } from './receipts';
export { receiptRoutes } from './routes';
