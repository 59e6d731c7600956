export { countPayments, type PaymentCount } from './count-payments';
export { keepPaymentCounts } from './counts-worker';
export { foldPaymentCounts } from './rollup';
export type { Period } from './tile-period';
export { verifyPaymentCounts } from './verify-counts';
