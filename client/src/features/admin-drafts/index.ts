export { Differences } from './components/differences';
export { DraftOffer } from './components/draft-offer';
export { PhotoField } from './components/photo-field';
export { UnsavedDialog } from './components/unsaved-dialog';
export { draftKeeper } from './model/draft-keeper';
export { refusedFields } from './model/refused-fields';
export { UPLOADS } from './model/uploads';
export { useDraftForm } from './use-draft-form';
