/** Exports that the first load needs; the screen is a separate chunk, imported from screen.tsx. */

export { PaymentFollower } from './progress/components/payment-follower';
export { failureTextKey } from './progress/model/payment-error';
export { latestPaymentId } from './progress/model/pending-payment';
