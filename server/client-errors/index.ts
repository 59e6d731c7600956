export { ClientErrors } from './client-errors';
export { registerClientErrors } from './routes';
