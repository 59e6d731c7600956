export { openApiDocument } from './openapi';
export { registerApiDocs } from './routes';
