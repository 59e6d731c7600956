import { join } from 'node:path';
import { DEMO_PICTURES_DIR } from '#server/config/index';
import { migrateDatabase } from '#server/db/migrate';
import { hashPhone } from '#server/payments/index';
import { runCommand } from './run';

await runCommand(async ({ config, databaseUrl, ownerUrl, open }) => {
  if (config.isProduction) {
    console.error('Demo data is never loaded into a production database.');
    return 1;
  }
  await migrateDatabase(databaseUrl, ownerUrl);
  const { seedDemo } = await import('#demo/seed');
  const isSeeded = await seedDemo(open().db, {
    picturesDir: DEMO_PICTURES_DIR,
    uploadsDir: join(config.dataDir, 'uploads'),
    hashPhone: (phone) => hashPhone(phone, config.phoneHashKey),
    now: new Date(),
  });
  console.log(
    isSeeded
      ? 'The demo data was loaded.'
      : 'The database already contains data; nothing was changed.',
  );
  return 0;
});
