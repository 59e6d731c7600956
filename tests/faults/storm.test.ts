import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '#server/payments/index';
import { nominationTotals, payments } from '#shared/schema';
import { injected } from './support/injected';
import { scatter } from './support/random';
import { judge, STORM_PROVIDERS, Storm } from './support/storm';
import { createWorld, type World } from './support/world';

/** `npm run faults -- --payments=1000` makes a long one of it. */
const PAYMENTS = Number(process.env.FAULT_PAYMENTS || 40);

let world: World;
beforeAll(async () => {
  world = await createWorld({ providers: STORM_PROVIDERS });
});
afterAll(() => world?.close());

test(`after a storm over ${PAYMENTS} payments our books are the providers’`, {
  timeout: 600_000 + 2_000 * PAYMENTS,
}, async () => {
  const chance = scatter();
  const storm = new Storm(world, chance);
  const artists = [
    await world.given.artist({ nominatedIn: 1 }),
    await world.given.artist({ nominatedIn: 3 }),
  ];
  await storm.rage(
    PAYMENTS,
    artists.map(({ nominations }) => nominations),
  );
  await storm.calm();

  const { wrong, counted, flagged } = await judge(world);
  for (const [kind, times] of storm.faults.byClass) injected(`${times} × ${kind}`);
  injected(
    `${storm.faults.total} faults over ${PAYMENTS} payments: ${counted} counted, ${flagged} need a look`,
  );
  expect(wrong).toEqual([]);
  expect(counted).toBeGreaterThan(0);
  expect(await verifyLedger(world.db)).toEqual([]);
  expect(await world.db.$count(nominationTotals)).toBeGreaterThan(0);
  expect(await world.db.$count(payments)).toBeGreaterThanOrEqual(PAYMENTS);
});
