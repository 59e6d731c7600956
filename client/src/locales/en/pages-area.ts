import editions from './editions.json';
import help from './help.json';
import posters from './posters.json';
import privacy from './privacy.json';

/** Texts of rarely opened pages. */
export default {
  editions,
  help,
  posters,
  privacy,
};
