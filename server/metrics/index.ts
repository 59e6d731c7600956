export {
  type Books,
  differenceOf,
  differencesIn,
  readBooks,
  readDifference,
  totalsByEdition,
} from './books';
export { startMetrics } from './start-metrics';
