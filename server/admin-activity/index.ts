export { adminActivityRoutes } from './routes';
