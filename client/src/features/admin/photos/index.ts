export { PhotoBatch } from './components/photo-batch';
export { UnusablePhoto } from './model/photo-files';
export { preparePhoto, readPhoto } from './model/prepare-photo';
