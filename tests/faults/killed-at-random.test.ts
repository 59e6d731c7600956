import { afterAll, beforeAll, expect, test } from 'vitest';
import { injected } from './support/injected';
import { expectEverythingAddsUp } from './support/judge';
import { scatter } from './support/random';
import { aMobileMoneyVote, paymentIdIn, poll, sendUntilAnswered } from './support/voter';
import { createWorld, type World } from './support/world';

const KILLS = 20;
const VOTERS_AT_ONCE = 6;
/** A vote takes about forty messages to the database and the provider, and as many answers. */
const MESSAGES_BETWEEN_KILLS = [1, 250] as const;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

/** All that numbers do by themselves, but for ignoring the prompt: those votes would never end. */
const ENDINGS = ['00', '00', '01', '02', '04', '05', '06'] as const;

test(`votes by mobile money add up after ${KILLS} kills at random moments`, async () => {
  const { between, pick } = scatter();
  const artists = [
    await world.given.artist({ nominatedIn: 1 }),
    await world.given.artist({ nominatedIn: 2 }),
    await world.given.artist({ nominatedIn: 3 }),
  ] as const;
  let isOver = false;
  let voters = 0;
  const server = () => world.server;

  async function vote(): Promise<void> {
    const number = `2376${String(70_000_000 + ++voters * 100 + Number(pick(ENDINGS))).slice(-8)}`;
    const { nominations } = pick(artists);
    const cast = aMobileMoneyVote(nominations, { each: between(1, 9), phoneNumber: number });
    const paymentId = paymentIdIn(await sendUntilAnswered(server, cast));
    // Looks at the waiting screen a few times, as far as the server lets them.
    for (let i = between(0, 3); i > 0; i--) await poll(world.server, paymentId);
  }
  const voting = Array.from({ length: VOTERS_AT_ONCE }, async () => {
    while (!isOver) await vote();
  });

  for (let kill = 1; kill <= KILLS; kill++) {
    const messages = between(...MESSAGES_BETWEEN_KILLS);
    await new Promise<void>((resolve) => {
      world.watch.afterMessages(messages, () => resolve(world.server.kill()));
    });
    injected(`kill -9 number ${kill}, ${messages} messages after the start`);
    await world.server.start();
  }
  isOver = true;
  await Promise.all(voting);

  await expectEverythingAddsUp(world);
  expect(world.campay.moneyTaken()).toBeGreaterThan(0);
});
