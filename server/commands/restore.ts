import path from 'node:path';
import { BackupError, checkpointBeside, restoreBackup } from '#server/backup/index';
import { migrateDatabase } from '#server/db/migrate';
import { holdsCheckpoint } from '#server/open-count/index';
import { countSigning } from '#shared/schema';
import { compareBooks } from './compare-books';
import { type CommandContext, onlyArgument, runCommand } from './run';

await runCommand(restore);

async function restore({ databaseUrl, ownerUrl, open }: CommandContext): Promise<number> {
  const file = onlyArgument();
  if (!file) {
    console.error('Give one backup file: npm run db:restore -- before-the-release.dump');
    return 1;
  }
  try {
    await restoreBackup(ownerUrl, path.resolve(file));
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    console.error(error.message);
    return 1;
  }
  // Migrates a backup of an earlier release, and in any case grants the server's role its rights.
  await migrateDatabase(databaseUrl, ownerUrl);
  console.log(`The database was restored from ${file}.`);
  const { db } = open();
  // Prevents signing here until the database was checked for missing signed entries.
  await db.update(countSigning).set({ incarnation: null });
  const checkpoint = await checkpointBeside(file);
  const isSameLog = checkpoint === null || (await holdsCheckpoint(db, checkpoint));
  if (!isSameLog) console.error('The open count differs from the one signed before the backup.');
  return (await compareBooks(db)) && isSameLog ? 0 : 1;
}
