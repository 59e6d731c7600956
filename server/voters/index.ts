export { countKept, eraseVoter } from './erase';
export { startRetention } from './retention';
export { voterRoutes } from './routes';
