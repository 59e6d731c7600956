/** What the shell of the app needs, in the first load; the checkout screen has an index of its own. */

export { PaymentFollower } from './progress/components/payment-follower';
export { failureTextKey } from './progress/model/payment-error';
export { latestPaymentId } from './progress/model/pending-payment';
