export { registerAdminPayments } from './routes';
