export { registerAdminCatalog } from './routes';
