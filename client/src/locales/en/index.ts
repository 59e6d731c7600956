import catalog from './catalog.json';
import common from './common.json';

/** Texts for every visitor; the others are in the area files beside this one. */
export default {
  catalog,
  common,
};
