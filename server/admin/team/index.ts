export { registerAdminTeam } from './routes';
