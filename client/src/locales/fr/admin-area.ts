import activity from './activity.json';
import admin from './admin.json';
import adminEditions from './admin-editions.json';
import analytics from './analytics.json';
import artistForm from './artist-form.json';
import books from './books.json';
import catalogImport from './catalog-import.json';
import health from './health.json';
import photos from './photos.json';
import sessions from './sessions.json';
import settings from './settings.json';
import tables from './tables.json';
import team from './team.json';
import tracking from './tracking.json';
import voters from './voters.json';

/** Texts only for administrators. */
export default {
  activity,
  admin,
  'admin-editions': adminEditions,
  analytics,
  'artist-form': artistForm,
  books,
  'catalog-import': catalogImport,
  health,
  photos,
  settings,
  sessions,
  tables,
  team,
  tracking,
  voters,
};
