export { countPayments, countVoters, type PaymentCount } from './count-payments';
export { registerPaymentCounts, rollUpPaymentCounts } from './rollup';
export { commonPeriod, type Period } from './tile-period';
export { verifyPaymentCounts } from './verify-counts';
