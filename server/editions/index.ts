export { registerEditions } from './routes';
