export { registerAdminCatalog } from './routes';
export { newShareLink } from './save-nominations';
