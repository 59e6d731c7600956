export { imageRoutes } from './routes';
export { UploadStore } from './upload-store';
