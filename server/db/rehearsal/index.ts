export { grantRehearsal, migrateRehearsal, REHEARSAL_SCHEMA } from './schema';
