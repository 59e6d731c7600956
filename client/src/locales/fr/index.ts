import admin from './admin.json';
import artistForm from './artist-form.json';
import catalog from './catalog.json';
import checkout from './checkout.json';
import common from './common.json';
import errors from './errors.json';
import help from './help.json';
import receipts from './receipts.json';
import tracking from './tracking.json';

export default {
  admin,
  'artist-form': artistForm,
  catalog,
  checkout,
  common,
  errors,
  help,
  receipts,
  tracking,
};
