import type { Config } from '#server/config/index';
import type { Database } from '#server/db/client';
import { newestCheckpoint, Witnesses } from '#server/open-count/index';
import { createLogger } from '#server/platform/logger';
import { parseCheckpointText } from '#shared/open-count/checkpoint';
import { parseNote } from '#shared/open-count/note';
import { type Check, type Finding, fault, ok, warning } from './finding';

const ABOUT = 'open count';
const HOUR_MS = 3_600_000;
/** The log and its witnesses sign at least hourly. */
const LATE_MS = 2 * HOUR_MS;

/** Checks that the log is signed with our key, and that its witnesses sign too. */
export const openCountCheck = (db: Database, config: Config): Check => ({
  about: ABOUT,
  run: async () => [await checkLog(db, config), ...(await checkWitnesses(db, config))],
});

async function checkLog(db: Database, { ledgerSigners }: Config): Promise<Finding> {
  const checkpoint = await newestCheckpoint(db);
  if (!checkpoint) return warning(ABOUT, 'nothing was signed yet: start the servers');
  const { origin, size } = parseCheckpointText(parseNote(checkpoint.note).text);
  const names = ledgerSigners.map(({ key }) => key.name);
  if (!names.includes(origin)) {
    const ours = `LEDGER_SIGNING_KEY is a key of ${names.join(', ')}`;
    return fault(ABOUT, `is ${origin}, and ${ours}: verifiers will treat that as another log`);
  }
  const age = Date.now() - checkpoint.signedAt.getTime();
  return age > LATE_MS
    ? fault(ABOUT, `was signed ${hours(age)} ago: see why in the log of the servers`)
    : ok(ABOUT, `is signed, with ${size} entries`);
}

async function checkWitnesses(
  db: Database,
  { ledgerWitnesses, ledgerSigners }: Config,
): Promise<Finding[]> {
  const settings = ledgerWitnesses ?? [];
  const signers = ledgerSigners;
  const witnesses = new Witnesses({ db, signers, settings, logger: createLogger('silent') });
  return (await witnesses.seen()).map(({ name, seen }) => {
    const about = `witness ${name}`;
    if (!seen) return warning(about, 'has signed nothing yet: contact its operator');
    const age = Date.now() - Date.parse(seen.at);
    return age > LATE_MS
      ? warning(about, `signed ${hours(age)} ago: contact its operator`)
      : ok(about, `has signed ${seen.size} entries`);
  });
}

const hours = (ms: number) => `${Math.floor(ms / HOUR_MS)} h`;
