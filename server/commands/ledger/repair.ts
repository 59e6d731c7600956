import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Repair, repairLog } from '#server/open-count/index';
import { runCommand } from '../run';

const USAGE = `Give the reason why the open count continues under another name, which is published:
  npm run ledger:repair -- --reason "The database lost its last eight seconds."
With --checkpoint <file> for a checkpoint stored by a witness or a verifier but by none of our servers.`;
/** Longest reason, in characters. */
const LONGEST = 500;

const SENTENCES: Record<Exclude<Repair['outcome'], 'continued'>, string> = {
  whole:
    'The database contains everything that this log has signed, as far as this machine and the servers know: it needs no repair.',
  'name-used':
    'LEDGER_SIGNING_KEY has the name of a log that was signed before. Generate a key with another name: npm run ledger:keygen -- vote.example/count-2',
};

await runCommand(
  async ({ config: { ledgerSigners: signers, dataDir }, open }) => {
    const options = readOptions();
    if (options === null) {
      console.error(USAGE);
      return 1;
    }
    const externalNote =
      options.file === null ? null : await readFile(options.file, 'utf8').catch(() => null);
    if (options.file !== null && externalNote === null) {
      console.error(`${options.file} cannot be read.`);
      return 1;
    }
    const { reason } = options;
    const repair = await repairLog({ db: open().db, signers, dataDir, reason, externalNote });
    if (repair.outcome !== 'continued') {
      console.error(SENTENCES[repair.outcome]);
      return 1;
    }
    const { lost, entryIndex } = repair;
    console.log(
      `${lost.origin} had signed ${lost.size} entries; ${entryIndex} are in the database.`,
    );
    console.log(`Entry ${entryIndex} contains its last checkpoint and the reason.`);
    console.log(
      'Start every server with this LEDGER_SIGNING_KEY, and publish the new verifier key.',
    );
    return 0;
  },
  { runsWithServer: true },
);

function readOptions(): { reason: string; file: string | null } | null {
  try {
    const options = { reason: { type: 'string' }, checkpoint: { type: 'string' } } as const;
    const { reason = '', checkpoint = null } = parseArgs({ options }).values;
    const text = reason.trim();
    return text === '' || text.length > LONGEST ? null : { reason: text, file: checkpoint };
  } catch {
    return null; // An unknown option
  }
}
