import { parseArgs } from 'node:util';
import { findUnusedPictures, openUploads, S3Error } from '#server/images/index';
import { createLogger } from '#server/platform/logger';
import { type CommandContext, runCommand } from './run';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Longer than a form stays open. */
const DEFAULT_DAYS = 30;

await runCommand(prune, { runsWithServer: true });

async function prune({ config, open }: CommandContext): Promise<number> {
  const choices = readChoices();
  if (!choices) {
    console.error('Usage: npm run uploads:prune -- [--older-than=30] [--delete]');
    return 1;
  }
  const { days, isDeletion } = choices;
  const { storages } = openUploads({ config, logger: createLogger('silent') });
  try {
    const storedBefore = new Date(Date.now() - days * DAY_MS);
    const { unused, rendered, usedCount } = await findUnusedPictures(
      open().db,
      storages,
      storedBefore,
    );
    // A bucket's settings combined with those of another or an empty database would delete all its
    // files.
    if (isDeletion && unused.length > 0 && usedCount === 0) {
      console.error('This database references none of the uploaded pictures. Is it the right one?');
      return 1;
    }
    for (const { name, storage } of [...unused, ...rendered]) {
      console.log(name);
      if (isDeletion) await storage.remove(name);
    }
    const found = `${unused.length} uploaded pictures older than ${days} days are unused, and ${rendered.length} drawn pictures are as old`;
    console.log(isDeletion ? `${found}; they are deleted.` : `${found}. To delete them: --delete`);
    return 0;
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    console.error(`The store of uploaded pictures cannot be used: ${error.reason}`);
    return 1;
  }
}

/** Null when the arguments are invalid: nothing is deleted by mistake. */
function readChoices(): { days: number; isDeletion: boolean } | null {
  try {
    const { values } = parseArgs({
      options: { 'older-than': { type: 'string' }, delete: { type: 'boolean' } },
    });
    const days = values['older-than'] ?? String(DEFAULT_DAYS);
    if (!/^\d{1,4}$/.test(days)) return null;
    return { days: Number(days), isDeletion: values.delete ?? false };
  } catch {
    return null;
  }
}
