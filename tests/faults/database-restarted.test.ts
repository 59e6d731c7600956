import { afterAll, beforeAll, expect, test } from 'vitest';
import { logFault } from './support/injected';
import { expectEverythingAddsUp } from './support/invariants';
import { type OwnDatabase, ownDatabase } from './support/own-database';
import { randomChoices } from './support/random';
import { aMobileMoneyVote, sendUntilAnswered } from './support/voter';
import { createWorld, type World } from './support/world';

const VOTERS = 100;

let database: OwnDatabase;
let world: World;
beforeAll(async () => {
  database = await ownDatabase();
  world = await createWorld({ database });
});
afterAll(async () => {
  if (world) await world.close();
  else await database?.drop();
});

test(`the database is restarted while ${VOTERS} votes are in flight`, {
  timeout: 600_000,
}, async () => {
  const { between, pick } = randomChoices();
  const { nominations } = await world.given.artist({ nominatedIn: 3 });
  const messages = between(200, 3_000);
  const restarted = new Promise<void>((resolve) => {
    world.watch.afterMessages(messages, () => resolve(database.stop()));
  });

  const votes = Array.from({ length: VOTERS }, (_, voter) => {
    const ending = pick(['00', '00', '01', '04', '05', '06']);
    const phoneNumber = `2376${70_000_000 + voter * 100 + Number(ending)}`;
    return aMobileMoneyVote(world, nominations, { each: between(1, 5), phoneNumber });
  });
  const answers = Promise.all(votes.map((vote) => sendUntilAnswered(() => world.server, vote)));
  await restarted;
  logFault(`database stopped at once, ${messages} messages after the first vote`);
  await database.start();
  logFault('database started again');

  for (const { status } of await answers) expect(status).toBe(201);
  expect(world.server.isRunning).toBe(true);
  await expectEverythingAddsUp(world);
  expect(await world.given.payments()).toHaveLength(VOTERS);
  expect(world.wallets.moneyTaken()).toBeGreaterThan(0);
});
