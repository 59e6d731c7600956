export { countPayments, type PaymentCount } from './count-payments';
export { foldPaymentCounts } from './fold-changes';
export { keepPaymentCounts } from './keep-counts';
export type { Period } from './tile-period';
export { verifyPaymentCounts } from './verify-counts';
