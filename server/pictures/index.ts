export { DrawAhead } from './draw-ahead';
export { PREVIEW, type PreviewEvent, type PreviewSubject } from './preview';
export { Previews, previewPath } from './previews';
export { pictureRoutes } from './routes';
export { categorySubject, nominationSubject, siteSubject } from './subjects';
