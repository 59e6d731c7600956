export { addressToShare } from './model/share-link';
export { useShare } from './use-share';
export { canShareFiles, useShareFile } from './use-share-file';
