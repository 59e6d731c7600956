import { sql } from 'drizzle-orm';
import { migrateDatabase } from '#server/db/migrate';
import { forgetSigned } from '#server/open-count/index';
import { runCommand } from './run';

await runCommand(async ({ config, databaseUrl, ownerUrl, open }) => {
  if (config.isProduction) {
    console.error('A production database is never reset.');
    return 1;
  }
  const { db } = open(ownerUrl);
  await db.execute(sql`drop schema if exists drizzle cascade`);
  await db.execute(sql`drop schema if exists rehearsal cascade`);
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`create schema public`);
  await migrateDatabase(databaseUrl, ownerUrl);
  await forgetSigned(config.dataDir);
  console.log('The database is empty and has the latest schema. Fill it with: npm run db:seed');
  return 0;
});
