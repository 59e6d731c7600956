export { registerBooks } from './routes';
export { registerStatements } from './statement/routes';
