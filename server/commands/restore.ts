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
    console.error('Name one backup: npm run db:restore -- before-the-release.dump');
    return 1;
  }
  try {
    await restoreBackup(ownerUrl, path.resolve(file));
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    console.error(error.message);
    return 1;
  }
  // One of an earlier release is brought up to date; the server's role gets its rights in any case.
  await migrateDatabase(databaseUrl, ownerUrl);
  console.log(`The database holds what was in ${file}.`);
  const { db } = open();
  // Nothing is signed here before somebody has looked whether it lacks what was signed.
  await db.update(countSigning).set({ incarnation: null });
  const checkpoint = await checkpointBeside(file);
  const isSameLog = checkpoint === null || (await holdsCheckpoint(db, checkpoint));
  if (!isSameLog) console.error('The open count is not the one that was signed before the backup.');
  return (await compareBooks(db)) && isSameLog ? 0 : 1;
}
