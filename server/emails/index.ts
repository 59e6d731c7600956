export { createMailer } from './mailer';
export { startReceiptMailing } from './receipt-mailing';
