export { receiptRoutes } from './routes';
