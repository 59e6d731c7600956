export { Differences } from './components/differences';
export { DraftOffer } from './components/draft-offer';
export { MissingGlyphs } from './components/missing-glyphs';
export { PhotoField } from './components/photo-field';
export { UnsavedDialog } from './components/unsaved-dialog';
export { draftStorage } from './model/draft-storage';
export { refusedFields, refusedIssues } from './model/refused-fields';
export { UPLOADS } from './model/uploads';
export { useDraftForm } from './use-draft-form';
