export { adminTeamRoutes } from './routes';
