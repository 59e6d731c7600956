import help from './help.json';
import posters from './posters.json';
import privacy from './privacy.json';

/** What stands on pages that few open. */
export default {
  help,
  posters,
  privacy,
};
