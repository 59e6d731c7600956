import { join } from 'node:path';
import { migrateDatabase } from '../db/migrate';
import { hashPhone } from '../payments';
import { runCommand } from './run';

await runCommand(async ({ config, databaseUrl, open }) => {
  if (config.isProduction) {
    console.error('Demo data never goes into a production database.');
    return 1;
  }
  await migrateDatabase(databaseUrl);
  const { seedDemo } = await import('#demo/seed');
  const isSeeded = await seedDemo(open().db, {
    uploadsDir: join(config.dataDir, 'uploads'),
    hashPhone: (phone) => hashPhone(phone, config.phoneHashKey),
    now: new Date(),
  });
  console.log(isSeeded ? 'The demo data is in.' : 'There is data already; nothing was changed.');
  return 0;
});
