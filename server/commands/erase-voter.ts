import { parseArgs } from 'node:util';
import { eraseVoter } from '#server/admin/voters/index';
import { receiptLookup } from '#shared/contracts/receipts';
import { type CommandContext, runCommand } from './run';

const USAGE =
  'Give one voter, by phone number or e-mail address: npm run voters:erase -- --phone 677000000, or -- --email marie@vote.example';

await runCommand(erase, { runsWithServer: true });

async function erase({ config, open }: CommandContext): Promise<number> {
  const voter = readArguments();
  if (!voter) {
    console.error(USAGE);
    return 1;
  }
  const { phoneHashKey } = config;
  const by = { userId: null, reason: 'command' } as const;
  const erased = await eraseVoter(open().db, voter, { phoneHashKey, by });
  const { payments, votes, left: unsettled } = erased;
  console.log(`${payments} payments were erased; their ${votes} votes stay.`);
  if (unsettled > 0) {
    console.log(
      `${unsettled} are not settled yet and keep their details: run this again tomorrow.`,
    );
  }
  return 0;
}

/** Null unless there is exactly one number or address. */
function readArguments() {
  const options = { phone: { type: 'string' }, email: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true, strict: false });
  if (positionals.length > 0) return null;
  const { email, phone: phoneNumber } = values;
  return receiptLookup.safeParse({ email, phoneNumber }).data ?? null;
}
