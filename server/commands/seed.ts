import { join } from 'node:path';
import { seedDemo } from '#demo/seed';
import { migrateDatabase } from '../db/migrate';
import { runCommand } from './run';

await runCommand(async ({ config, databaseUrl, open }) => {
  if (config.isProduction) {
    console.error('Demo data never goes into a production database.');
    return 1;
  }
  await migrateDatabase(databaseUrl);
  const isSeeded = await seedDemo(open().db, {
    uploadsDir: join(config.dataDir, 'uploads'),
    phoneHashKey: config.phoneHashKey,
    now: new Date(),
  });
  console.log(isSeeded ? 'The demo data is in.' : 'There is data already; nothing was changed.');
  return 0;
});
