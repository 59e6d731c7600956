import catalog from './catalog.json';
import checkout from './checkout.json';
import common from './common.json';
import errors from './errors.json';
import help from './help.json';
import receipts from './receipts.json';

/** What every visitor may read; the administration is in `admin-area.ts`. */
export default {
  catalog,
  checkout,
  common,
  errors,
  help,
  receipts,
};
