/** What the shell of the app needs, in the first load; the checkout screen has an index of its own. */

export { PaymentProgressProvider } from './progress/components/payment-progress-provider';
export { failureTextKey } from './progress/model/payment-error';
export { storedPayment } from './progress/model/pending-payment';
