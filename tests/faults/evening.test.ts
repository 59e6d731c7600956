import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payments } from '#shared/schema';
import { childrenOf, Evening } from './support/evening';
import { logFault } from './support/injected';
import { expectEverythingAddsUp } from './support/invariants';
import { type OwnDatabase, ownDatabase } from './support/own-database';
import { randomChoices } from './support/random';
import { createWorld, type World } from './support/world';

/** `npm run evening` runs a long one. */
const VOTERS = Number(process.env.EVENING_VOTERS || 60);
const SECONDS = Number(process.env.EVENING_SECONDS || 20);
/** A client beside the voters requests as many pictures as it can. */
const HAS_LAPTOP = process.env.EVENING_LAPTOP === '1';
const ROWS = 20;
const CATEGORIES = 6;
const NOMINEES = 8;
/** In ms: after a day an open payment is checked once more, and lapses. */
const DAY_MS = 25 * 3_600_000;

let database: OwnDatabase;
let world: World;
beforeAll(async () => {
  database = await ownDatabase();
  world = await createWorld({ database, settings: { WORKERS: '2', TRUST_PROXY: '1' } });
});
afterAll(async () => {
  if (world) await world.close();
  else await database?.drop();
});

async function aCategory() {
  const category = await world.given.category();
  const nominations = [];
  for (let i = 0; i < NOMINEES; i++) {
    const { id } = await world.given.artist({ nominatedIn: 0 });
    nominations.push(await world.given.nomination(id, category.id));
  }
  return { id: category.id, nominations };
}

test(`${VOTERS} voters on finals night, with every kind of failure once`, {
  timeout: 600_000 + 4_000 * SECONDS,
}, async () => {
  const chance = randomChoices();
  const categories = await Promise.all(Array.from({ length: CATEGORIES }, aCategory));
  const evening = new Evening(world, { voters: VOTERS, seconds: SECONDS, chance, categories });
  const waitFor = (part: number) => delay(part * SECONDS * 1_000);
  /** In ms since the start. */
  const outage = { from: 0, to: 0 };

  const recording = new AbortController();
  const recorder = (async () => {
    while (!recording.signal.aborted) {
      await delay((SECONDS / ROWS) * 1_000, undefined, { signal: recording.signal }).catch(
        () => {},
      );
      await evening.recordRow();
    }
  })();
  const failures = (async () => {
    await waitFor(0.2);
    logFault('the provider is slow');
    world.toProvider.slowDown(1_500);
    await waitFor(0.1);
    logFault('the provider is down');
    world.toProvider.mend();
    world.toProvider.cut();
    await waitFor(0.1);
    world.toProvider.mend();
    logFault('the provider is back');
    await waitFor(0.15);
    const [worker] = childrenOf(world.server.pid ?? 0);
    if (worker === undefined) throw new Error('there is no worker to kill');
    process.kill(worker, 'SIGKILL');
    logFault('kill -9 of a worker');
    await waitFor(0.15);
    outage.from = evening.nowMs;
    await database.stop();
    logFault('the database is stopped at once');
    await database.start();
    // The workers of the server respond in turn: all of them must be back.
    for (let inARow = 0; inARow < 10; inARow = (await world.server.isReady()) ? inARow + 1 : 0)
      await delay(50);
    outage.to = evening.nowMs;
    logFault('the database is back');
  })();

  const laptop = HAS_LAPTOP ? evening.runLaptop(recording.signal) : null;
  await Promise.all([evening.run(), failures]);
  recording.abort();
  await Promise.all([recorder, laptop]);
  process.stdout.write(`${tableOf(evening.rows)}\n`);
  const { EVENING_TIMELINE: file } = process.env;
  if (file) await writeFile(file, JSON.stringify(evening.rows));

  expect(evening.done).toBe(VOTERS);
  const isOutside = ({ fromMs, toMs }: { fromMs: number; toMs: number }) =>
    toMs < outage.from || fromMs > outage.to;
  expect(evening.failures.filter(isOutside)).toEqual([]);
  await expectEverythingAddsUp(world);
  // It is not known in advance whether the payment of a lost request will be made.
  await world.advance(DAY_MS);
  await expect.poll(openPayments).toBe(0);
  await expectEverythingAddsUp(world);
  expect(world.wallets.moneyTaken()).toBeGreaterThan(0);
});

const openPayments = () => world.db.$count(payments, eq(payments.status, 'pending'));

function tableOf(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => Object.values(row).map(String))];
  const widths = names.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
