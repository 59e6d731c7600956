import { afterAll, beforeAll, expect, test } from 'vitest';
import { injected } from './support/injected';
import { expectEverythingAddsUp } from './support/judge';
import { aMobileMoneyVote, paymentIdIn, send } from './support/voter';
import { createWorld, type World } from './support/world';

const VOTERS = 8;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

async function startVotes(count: number) {
  const { nominations } = await world.given.artist({ nominatedIn: 2 });
  return Promise.all(
    Array.from({ length: count }, async () => {
      const vote = aMobileMoneyVote(nominations);
      const answer = await send(world.server, vote);
      expect(answer?.status).toBe(201);
      return { vote, paymentId: paymentIdIn(answer!) };
    }),
  );
}

test.each([
  ['refuses every connection', () => world.toProvider.cut()],
  ['accepts connections and never answers', () => world.toProvider.swallow()],
])('the provider %s for a while', async (what, breakNetwork) => {
  const before = await startVotes(VOTERS);
  injected(`the provider ${what}`);
  breakNetwork();

  // Payers approve meanwhile; we are told, and cannot ask whether it is true.
  for (const { reference } of world.campay.prompts()) await world.campay.approve(reference);
  const during = await startVotes(VOTERS);
  for (const { paymentId } of before) {
    await expect
      .poll(async () => (await world.given.payment(paymentId)).checkCount)
      .toBeGreaterThan(0);
    expect(await world.given.payment(paymentId)).toMatchObject({ status: 'pending' });
  }
  expect(await world.server.isReady()).toBe(true);
  expect((await world.server.request('GET', '/api/categories'))?.status).toBe(200);

  world.toProvider.mend();
  injected('the provider is back');
  await expectEverythingAddsUp(world);
  // Pressed again after the outage: the same payment, and still no prompt.
  for (const { vote, paymentId } of during) {
    expect((await send(world.server, vote))?.body).toEqual({ paymentId, status: 'pending' });
  }
  await expectEverythingAddsUp(world);
});
