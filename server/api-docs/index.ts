export { openApiDocument } from './openapi';
export { apiDocsRoutes } from './routes';
