export {
  type CurrentSettings,
  findSettings,
  isVotingOpen,
  LiveSettings,
  readSettings,
  resultsPublishedSince,
  resultsShown,
  retentionIn,
  retentionOf,
  type VotingWindow,
} from './live-settings';
export { publicConfig } from './public-config';
export { registerSettings } from './register';
