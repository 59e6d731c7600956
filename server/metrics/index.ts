export { type Books, differencesIn, readBooks, readDifference } from './books';
export {
  type CallOutcome,
  countMail,
  countRefusal,
  countSecurityEvent,
  countTransition,
  countWebhook,
  observeProviderCall,
  observeRequest,
  outcomeOfStatus,
} from './instruments';
export { startMetrics } from './start-metrics';
