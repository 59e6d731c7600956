import { isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyOpenCount } from '#server/open-count/index';
import { verifyLedger } from '#server/payments/index';
import { nominationTotals, payments } from '#shared/schema';
import { logFault } from './support/injected';
import { ledgerKey, Operator } from './support/operator';
import { randomChoices } from './support/random';
import { type ReplicatedDatabase, replicatedDatabase } from './support/replicated-database';
import { compareWithProviders, type Loss, STORM_PROVIDERS, Storm } from './support/storm';
import { createWorld, type World } from './support/world';

/** `npm run faults -- --payments=1000` runs a long one. */
const PAYMENTS = Number(process.env.FAULT_PAYMENTS || 40);

/** Number of times that the database loses its last seconds while the storm continues. */
const LOSSES = Number(process.env.FAULT_LOSSES || 0);

let database: ReplicatedDatabase | undefined;
let world: World;
let operator: Operator;
beforeAll(async () => {
  if (LOSSES > 0) database = await replicatedDatabase({ standbys: LOSSES, isSynchronous: false });
  world = await createWorld({
    providers: STORM_PROVIDERS,
    settings: { LEDGER_SIGNING_KEY: ledgerKey(0) },
    ...(database ? { database } : {}),
  });
  operator = new Operator(world);
});
afterAll(async () => {
  if (world) await world.close();
  else await database?.drop();
});

function losses(): Loss[] {
  const from = database;
  if (!from) return [];
  const loss: Loss = {
    begin: () => from.cutStandbys(),
    async end() {
      await from.lose();
      await from.failOver(world.setClockIn);
    },
  };
  return Array.from({ length: LOSSES }, () => loss);
}

test(`after a storm over ${PAYMENTS} payments our books equal the providers’`, {
  timeout: 600_000 + 4_000 * PAYMENTS,
}, async () => {
  const chance = randomChoices();
  const storm = new Storm(world, chance);
  const startedAt = new Date();
  const artists = [
    await world.given.artist({ nominatedIn: 1 }),
    await world.given.artist({ nominatedIn: 3 }),
  ];
  await storm.run(
    PAYMENTS,
    artists.map(({ nominations }) => nominations),
    losses(),
  );
  await storm.finishAllWork();
  if (database) {
    await operator.recoverPayments(startedAt);
    await storm.settle();
    const recovered = await world.db.$count(payments, isNotNull(payments.recoveredAt));
    logFault(`${LOSSES} × the last seconds of the database lost; ${recovered} payments made again`);
    expect(recovered).toBeGreaterThan(0);
    await operator.repairCount();
    await expect.poll(() => verifyOpenCount(world.db), { timeout: 60_000 }).toEqual([]);
  }

  const { wrong, counted, flagged } = await compareWithProviders(world);
  for (const [kind, times] of storm.faults.byClass) logFault(`${times} × ${kind}`);
  logFault(
    `${storm.faults.total} faults over ${PAYMENTS} payments: ${counted} counted, ${flagged} need review`,
  );
  expect(wrong).toEqual([]);
  expect(counted).toBeGreaterThan(0);
  expect(await verifyLedger(world.db)).toEqual([]);
  expect(await world.db.$count(nominationTotals)).toBeGreaterThan(0);
  // Of the lost payments, only those that were paid are recovered.
  if (!database) expect(await world.db.$count(payments)).toBeGreaterThanOrEqual(PAYMENTS);
});
