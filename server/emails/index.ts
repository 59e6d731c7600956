export { createMailer } from './mailer';
export { registerEmails } from './register';
