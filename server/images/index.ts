export { ImageCache } from './image-cache';
export { TooManyImages } from './image-error';
export { Photos } from './photos';
export { registerImages } from './routes';
export { probeStorage } from './uploads/probe-storage';
export { S3Error } from './uploads/s3-error';
export { findUnusedPictures } from './uploads/unused-pictures';
export type { UploadStore } from './uploads/upload-store';
export { openUploads, type Uploads } from './uploads/uploads';
