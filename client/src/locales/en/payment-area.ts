import checkout from './checkout.json';
import help from './help.json';
import posters from './posters.json';
import privacy from './privacy.json';
import receipts from './receipts.json';

/** What only those read who pay, or have paid. */
export default {
  checkout,
  help,
  posters,
  privacy,
  receipts,
};
