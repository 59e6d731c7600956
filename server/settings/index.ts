export {
  assertWritable,
  chosenEdition,
  createdDuring,
  type Edition,
  editionArchived,
  findEdition,
  findSettings,
  isVotingOpen,
  type Lifetime,
  LiveSettings,
  lifetimeOf,
  previewOf,
  publicationUndoUntil,
  readEditions,
  readSettings,
  resultsPublishedSince,
  resultsShown,
  retentionIn,
  retentionOf,
  type VotingWindow,
} from './editions';
export { publicConfig } from './public-config';
export { registerSettings } from './register';
