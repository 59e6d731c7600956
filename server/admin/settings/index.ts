export { registerAdminSettings } from './routes';
