export { registerAdminEditions } from './routes';
