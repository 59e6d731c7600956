import catalog from './catalog.json';
import common from './common.json';
import errors from './errors.json';

/** What every visitor reads; the others are in the areas beside it. */
export default {
  catalog,
  common,
  errors,
};
