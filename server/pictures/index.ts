export { DrawingProcess } from './drawing-process';
export { PictureRenderer } from './picture-renderer';
export type { PreviewEvent, PreviewSubject } from './picture-spec';
export { PREVIEW, previewPath } from './preview';
export { ReceiptPictures } from './receipt-picture';
export { askerOf, registerPictures } from './routes';
export { categorySubject, nominationSubject, siteSubject } from './subjects';
