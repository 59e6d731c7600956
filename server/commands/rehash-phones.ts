import { rehashPhones } from '#server/payments/index';
import { type CommandContext, runCommand } from './run';

await runCommand(rehash, { runsWithServer: true });

/** Run after `PHONE_HASH_KEY` was replaced. */
async function rehash({ config, open }: CommandContext): Promise<number> {
  const changed = await rehashPhones(open().db, config.phoneHashKey);
  console.log(`${changed} phone hashes were made with another key and have been replaced.`);
  return 0;
}
