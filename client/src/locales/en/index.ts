import catalog from './catalog.json';
import common from './common.json';

/** What every visitor reads; the others are in the areas beside it. */
export default {
  catalog,
  common,
};
