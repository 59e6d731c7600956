export {
  type CurrentSettings,
  findSettings,
  isVotingOpen,
  LiveSettings,
  readSettings,
  resultsShown,
  type VotingWindow,
} from './live-settings';
export { publicConfig } from './public-config';
