export { adminCatalogRoutes } from './routes';
