export { bookRoutes } from './routes';
