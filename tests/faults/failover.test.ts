import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logFault } from './support/injected';
import { expectEverythingAddsUp } from './support/invariants';
import { randomChoices } from './support/random';
import { type ReplicatedDatabase, replicatedDatabase } from './support/replicated-database';
import { aMobileMoneyVote, sendUntilAnswered } from './support/voter';
import { createWorld, type World } from './support/world';

const VOTERS = 40;
/** As in `server/db/client.ts`: no statement sent to the dead machine ends earlier. */
const STATEMENT_TIMEOUT_MS = 30_000;

let database: ReplicatedDatabase;
let world: World;
beforeAll(async () => {
  database = await replicatedDatabase();
  world = await createWorld({ database });
});
afterAll(async () => {
  if (world) await world.close();
  else await database?.drop();
});

test(`the machine of the database vanishes while ${VOTERS} votes are in flight, and its standby takes over`, async () => {
  const { between, pick } = randomChoices();
  const { nominations } = await world.given.artist({ nominatedIn: 3 });
  const messages = between(100, 1_500);
  let vanishedAt = 0;
  const vanished = new Promise<void>((resolve) => {
    world.watch.afterMessages(messages, () => {
      vanishedAt = performance.now();
      // Like a machine without power: connections to it deliver nothing any more.
      world.toDatabase.strand();
      resolve(database.lose());
    });
  });

  const votes = Array.from({ length: VOTERS }, (_, voter) => {
    const ending = pick(['00', '00', '01', '04', '05', '06']);
    const phoneNumber = `2376${70_000_000 + voter * 100 + Number(ending)}`;
    return aMobileMoneyVote(world, nominations, { each: between(1, 5), phoneNumber });
  });
  const answers = Promise.all(votes.map((vote) => sendUntilAnswered(() => world.server, vote)));
  await vanished;
  logFault(`primary vanished ${messages} messages after the first vote`);
  await expect.poll(() => world.server.isReady()).toBe(false);
  await delay(between(0, 1_000));
  await database.failOver();
  logFault('standby promoted, and the name moved to it');
  await expect.poll(() => world.server.isReady()).toBe(true);

  for (const { status } of await answers) expect(status).toBe(201);
  // Connections to the dead machine were not waited for, however slow this machine is.
  expect(performance.now() - vanishedAt).toBeLessThan(STATEMENT_TIMEOUT_MS);
  await expectEverythingAddsUp(world);
  expect(await world.given.payments()).toHaveLength(VOTERS);
  expect(world.wallets.moneyTaken()).toBeGreaterThan(0);
  expect(world.server.printed).not.toContain('"msg":"request failed"');
  expect(world.server.printed).not.toContain('"alarm":"open-count"');
});
