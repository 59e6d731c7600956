/** Exports that the app shell needs in the first load; the checkout screen has its own index. */

export { PaymentFollower } from './progress/components/payment-follower';
export { failureTextKey } from './progress/model/payment-error';
export { latestPaymentId } from './progress/model/pending-payment';
