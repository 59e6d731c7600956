export { startNightlyBooks } from './comparison/nightly';
export { bookRoutes } from './routes';
