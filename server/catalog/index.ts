export { catalogRoutes } from './routes';
export { TrendingBoard } from './trending';
