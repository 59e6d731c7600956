/** What the shell of the app needs, in the first load; the checkout screen has an index of its own. */
export { failureTextKey } from './progress/payment-error';
export { PaymentProgressProvider } from './progress/payment-progress-provider';
export { storedPayment } from './progress/pending-payment';
