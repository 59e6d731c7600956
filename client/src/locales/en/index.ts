import admin from './admin.json';
import catalog from './catalog.json';
import checkout from './checkout.json';
import common from './common.json';
import errors from './errors.json';
import help from './help.json';
import receipts from './receipts.json';

export default { admin, catalog, checkout, common, errors, help, receipts };
