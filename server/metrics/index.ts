export { type Books, differencesIn, readBooks, readDifference } from './books';
export { startMetrics } from './start-metrics';
