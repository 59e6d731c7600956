import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  connectPayments,
  type PaymentContext,
  type Recovery,
  recoverById,
  recoverSince,
} from '#server/payments/index';
import { createLogger } from '#server/platform/logger';
import { LiveSettings } from '#server/settings/index';
import { uuid } from '#shared/contracts/primitives';
import { runCommand } from '../run';

const USAGE = `Give the time from which payments may be lost, with its time zone, or ids of payments:
  npm run ledger:recover -- --since 2026-11-28T20:00+01:00
  npm run ledger:recover -- --id 0b1c2d3e-4f50-4617-8283-94a5b6c7d8e9 --id …`;

const requestSchema = z.union([
  z.strictObject({
    since: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/)
      .transform((text) => new Date(text))
      .pipe(z.date()),
  }),
  z.strictObject({ id: z.array(uuid).min(1) }),
]);

const OUTCOME_TEXTS: Record<Recovery['outcome'], string> = {
  counted: 'recovered and counted',
  followed: 'recovered; not paid so far, and checked like any other',
  known: 'is already in our database',
  none: 'its record was never paid, or no longer exists',
  unreadable: 'its record contains no vote code of ours: Books lists it as unknown here',
  unanswered: 'the provider gave no usable answer: run this again',
};

/** Returns exit code 1 when something is left to be done. */
async function recover(
  context: PaymentContext,
  request: z.output<typeof requestSchema>,
): Promise<number> {
  const counts: Record<string, number> = {};
  const report = (provider: string, id: string | null, { outcome }: Recovery) => {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    console.log(`${provider} ${id}: ${OUTCOME_TEXTS[outcome]}.`);
  };
  if ('id' in request) {
    let unknown = 0;
    for (const id of request.id) {
      const found = await recoverById(context, id);
      if (found) report(found.provider, id, found.recovery);
      else {
        unknown += 1;
        console.log(`${id}: no provider that can be queried by our id has it.`);
      }
    }
    return unknown > 0 || isLeft(counts) ? 1 : 0;
  }
  const { unread, withoutList } = await recoverSince(
    context,
    request.since,
    (name, { paymentId }, recovery) => report(name, paymentId, recovery),
  );
  for (const name of unread) {
    console.error(`${name}: its list could not be read to its end. Run this again.`);
  }
  for (const name of withoutList) {
    console.log(
      `${name} has no list: its payments are recovered by webhooks, open pages, its statement in Books, and --id.`,
    );
  }
  const recovered = (counts.counted ?? 0) + (counts.followed ?? 0);
  console.log(`${recovered} payments were recovered, ${counts.counted ?? 0} of them counted.`);
  return unread.length > 0 || isLeft(counts) ? 1 : 0;
}

const isLeft = ({ unreadable = 0, unanswered = 0 }: Record<string, number>) =>
  unreadable + unanswered > 0;

function readArguments(): z.output<typeof requestSchema> | null {
  try {
    const options = {
      since: { type: 'string' },
      id: { type: 'string', multiple: true },
    } as const;
    return requestSchema.safeParse({ ...parseArgs({ options }).values }).data ?? null;
  } catch {
    return null; // An unknown option
  }
}

await runCommand(
  async ({ config, open }) => {
    const request = readArguments();
    if (request === null) {
      console.error(USAGE);
      return 1;
    }
    const { db } = open();
    const logger = createLogger('silent');
    const event = await LiveSettings.open(db, config.firstSettings);
    const { context } = connectPayments({ config, db, event, logger, sandbox: null });
    const code = await recover(context, request);
    await context.background.stop();
    return code;
  },
  { runsWithServer: true },
);
