export { Differences } from './components/differences';
export { DraftOffer } from './components/draft-offer';
export { UnsavedDialog } from './components/unsaved-dialog';
export { draftKeeper, hasTexts } from './model/draft-keeper';
export { refusedFields } from './model/refused-fields';
export { useDraft } from './use-draft';
export { useIsSignedOut, useLeaveGuard } from './use-leave-guard';
