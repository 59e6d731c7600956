import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { logFault } from './support/injected';
import { expectEverythingAddsUp } from './support/invariants';
import { aMobileMoneyVote, send } from './support/voter';
import { createWorld, type World } from './support/world';

const HOUR = 3_600_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());
afterEach(() => vi.restoreAllMocks());

test.each([
  ['fast', HOUR],
  ['slow', -HOUR],
])('the provider’s clock is an hour %s', async (what, skew) => {
  const { nominations } = await world.given.artist({ nominatedIn: 2 });
  // The provider runs in this process, the application does not.
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + skew);
  logFault(`the clock of the provider is an hour ${what}`);
  // A token issued by the other clock would be rejected and the request repeated: it was not
  // processed, but here it would count as requested twice.
  await world.server.stop();
  await world.server.start();

  // Finding a payment whose acceptance was lost also depends on the provider's days.
  logFault('four of eight acceptances never arrive');
  world.campay.failNext('collect', { kind: 'cut', takesEffect: true }, 4);
  const votes = Array.from({ length: 8 }, () => aMobileMoneyVote(world, nominations));
  for (const vote of votes) expect((await send(world.server, vote))?.status).toBe(201);
  for (const [index, { reference }] of world.campay.prompts().entries()) {
    world.campay.configure({ webhook: index % 2 === 0 ? 'once' : 'none' });
    await world.campay.approve(reference);
  }

  await expectEverythingAddsUp(world);
  const paid = votes.reduce((sum, { body }) => sum + body.totalVotes, 0);
  let counted = 0;
  for (const nomination of nominations) counted += await world.given.votesOf(nomination);
  expect(counted).toBe(paid);
});
