import { migrateDatabase } from '../db/migrate';
import { runCommand } from './run';

await runCommand(async ({ databaseUrl }) => {
  await migrateDatabase(databaseUrl);
  console.log('The database has the newest schema.');
  return 0;
});
