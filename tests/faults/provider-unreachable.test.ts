import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logFault } from './support/injected';
import { expectEverythingAddsUp } from './support/invariants';
import { aMobileMoneyVote, paymentIdIn, send } from './support/voter';
import { createWorld, type World } from './support/world';

const VOTERS = 8;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

beforeEach(async () => {
  // A past outage is remembered for a while; the next test must begin without it.
  await world.server.stop();
  await world.server.start();
});

async function sendVotes(count: number) {
  const { nominations } = await world.given.artist({ nominatedIn: 2 });
  const votes = Array.from({ length: count }, () => aMobileMoneyVote(world, nominations));
  const answers = await Promise.all(votes.map((vote) => send(world.server, vote)));
  return votes.map((vote, index) => ({ vote, answer: answers[index]! }));
}

test.each([
  ['refuses every connection', () => world.toProvider.cut()],
  ['accepts connections and never responds', () => world.toProvider.swallow()],
])('the provider %s for a while', { timeout: 600_000 }, async (what, breakNetwork) => {
  const before = await sendVotes(VOTERS);
  logFault(`the provider ${what}`);
  breakNetwork();

  // Payers approve meanwhile; webhooks say so, and cannot be verified.
  for (const { reference } of world.wallets.prompts()) await world.wallets.approve(reference);
  const during = await sendVotes(VOTERS);
  // Either possibly charged, or certainly not: never a prompt that we do not know of.
  for (const { answer } of during) expect(answer.status).toBeOneOf([201, 422]);
  for (const { answer } of before) {
    const asked = async () => world.given.payment(paymentIdIn(answer));
    await expect.poll(async () => (await asked()).checkCount).toBeGreaterThan(0);
    expect(await asked()).toMatchObject({ status: 'pending' });
  }
  expect(await world.server.isReady()).toBe(true);
  expect((await world.server.request('GET', '/api/categories'))?.status).toBe(200);

  world.toProvider.mend();
  logFault('the provider is back');
  await expectEverythingAddsUp(world);
  expect(world.wallets.moneyTaken()).toBeGreaterThan(0);
  // Repeated after the outage: the same responses, and still no prompt.
  for (const { vote, answer } of during) {
    const repeated = await send(world.server, vote);
    expect(repeated).toMatchObject({ status: answer.status, body: answer.body });
  }
  await expect
    .poll(async () => (await sendVotes(1))[0]!.answer.status, {
      message: 'the provider can be reached again',
    })
    .toBe(201);
  for (const { reference } of world.wallets.prompts()) await world.wallets.approve(reference);
  await expectEverythingAddsUp(world);
});
