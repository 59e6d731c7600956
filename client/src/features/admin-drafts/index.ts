export { Differences } from './components/differences';
export { DraftOffer } from './components/draft-offer';
export { UnsavedDialog } from './components/unsaved-dialog';
export { draftKeeper } from './model/draft-keeper';
export { refusedFields } from './model/refused-fields';
export { useDraftForm } from './use-draft-form';
