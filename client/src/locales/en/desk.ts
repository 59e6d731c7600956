import admin from './admin.json';
import artistForm from './artist-form.json';
import tracking from './tracking.json';

/** What only administrators read. */
export default {
  admin,
  'artist-form': artistForm,
  tracking,
};
