export { canShareFiles, shareFile } from './model/share-file';
export { addressToShare } from './model/share-link';
export { useShare } from './use-share';
