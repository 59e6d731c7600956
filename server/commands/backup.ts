import path from 'node:path';
import { BackupError, backupName, takeBackup } from '#server/backup/index';
import { newestNote } from '#server/open-count/index';
import { type CommandContext, onlyArgument, runCommand } from './run';

await runCommand(backUp, { runsWithServer: true });

async function backUp({ config, ownerUrl, open }: CommandContext): Promise<number> {
  const isPlain = process.argv.length <= 2;
  const file = isPlain ? path.join(config.backupDir, backupName(new Date())) : onlyArgument();
  if (!file) {
    console.error('Give one file name, or none: npm run db:backup -- before-the-release.dump');
    return 1;
  }
  try {
    await takeBackup(ownerUrl, path.resolve(file), await newestNote(open(ownerUrl).db));
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    console.error(error.message);
    return 1;
  }
  console.log(`The backup is in ${file}, with a checksum file beside it.`);
  return 0;
}
