export { registerAdminActivity } from './routes';
