export { countPayments, type PaymentCount } from './count-payments';
export { foldPaymentCounts, registerPaymentCounts } from './rollup';
export type { Period } from './tile-period';
export { verifyPaymentCounts } from './verify-counts';
