export { PictureRenderer } from './picture-renderer';
export { PREVIEW, type PreviewEvent, type PreviewSubject, previewPath } from './preview';
export { ReceiptPictures } from './receipt-picture';
export { registerPictures } from './routes';
export { categorySubject, nominationSubject, siteSubject } from './subjects';
