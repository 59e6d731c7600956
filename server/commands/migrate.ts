import { migrateDatabase } from '#server/db/migrate';
import { runCommand } from './run';

await runCommand(async ({ databaseUrl, ownerUrl }) => {
  await migrateDatabase(databaseUrl, ownerUrl);
  console.log('The database has the latest schema.');
  return 0;
});
