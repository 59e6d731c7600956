export { startNightlyBooks } from './comparison/nightly';
export { bookRoutes } from './routes';
export { statementRoutes } from './statement/routes';
