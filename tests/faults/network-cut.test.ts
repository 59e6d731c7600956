import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logFault } from './support/injected';
import { expectEverythingAddsUp } from './support/invariants';
import { randomChoices } from './support/random';
import { aMobileMoneyVote, sendUntilAnswered } from './support/voter';
import { createWorld, type World } from './support/world';

const VOTERS = 12;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());
beforeEach(async () => {
  world.campay.configure({ webhook: 'once' });
  // A past outage is remembered for a while; the next test must begin without it.
  await world.server.stop();
  await world.server.start();
});

async function sendVotes() {
  const { nominations } = await world.given.artist({ nominatedIn: 2 });
  const votes = Array.from({ length: VOTERS }, () => aMobileMoneyVote(world, nominations));
  const answers = Promise.all(votes.map((vote) => sendUntilAnswered(() => world.server, vote)));
  return { answers };
}

async function approveAllPrompts() {
  for (const { reference } of world.wallets.prompts()) await world.wallets.approve(reference);
}

test.each([
  ['once', 'whose webhook arrives'],
  ['none', 'which sends no webhook'],
] as const)(
  'the network to the provider is cut right after it accepted, webhook: %s',
  { timeout: 600_000 },
  async (webhook, what) => {
    world.campay.configure({ webhook });
    const accepted = world.watch.until({
      request: world.provider.requestsPayment,
      blocked: 'response',
    });
    const { answers } = await sendVotes();
    await accepted;
    world.toProvider.cut();
    logFault(`network cut right after the provider, ${what}, accepted`);

    // A voter whose request was certainly not sent is told so, and no prompt appears.
    for (const { status } of await answers) expect(status).toBeOneOf([201, 422]);
    await approveAllPrompts();
    world.toProvider.mend();
    logFault('network mended');
    await expectEverythingAddsUp(world);
    expect(world.wallets.moneyTaken()).toBeGreaterThan(0);
  },
);

test('the network to the database is cut at a random moment', async () => {
  const { between } = randomChoices();
  const messages = between(1, 600);
  const isCut = new Promise<void>((resolve) => {
    world.watch.afterMessages(messages, () => resolve(world.toDatabase.cut()));
  });
  const { answers } = await sendVotes();
  await isCut;
  logFault(`network to the database cut ${messages} messages after the first vote`);
  await approveAllPrompts();
  expect(await world.server.isReady()).toBe(false);
  world.toDatabase.mend();
  logFault('network mended');

  for (const { status } of await answers) expect(status).toBe(201);
  await approveAllPrompts();
  await expectEverythingAddsUp(world);
});
