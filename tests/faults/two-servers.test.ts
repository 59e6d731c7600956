import { afterAll, beforeAll, expect, test } from 'vitest';
import { injected } from './support/injected';
import { expectEverythingAddsUp } from './support/judge';
import { scatter } from './support/random';
import { aMobileMoneyVote, paymentIdIn, poll, sendUntilAnswered } from './support/voter';
import { createWorld, type World } from './support/world';

const VOTERS = 40;

let world: World;
beforeAll(async () => {
  world = await createWorld({ servers: 2 });
});
afterAll(() => world?.close());

test('of two servers on one database one is killed, and the other finishes its work', async () => {
  const { between, pick } = scatter();
  const { nominations } = await world.given.artist({ nominatedIn: 3 });
  const [doomed, survivor] = world.servers as [
    (typeof world.servers)[0],
    (typeof world.servers)[0],
  ];
  const messages = between(100, 2_000);
  const killed = new Promise<void>((resolve) => {
    world.watch.afterMessages(messages, () => resolve(doomed.kill()));
  });

  const voters = Array.from({ length: VOTERS }, async (_, voter) => {
    const ending = pick(['00', '00', '01', '04', '05', '06']);
    const phoneNumber = `2376${70_000_000 + voter * 100 + Number(ending)}`;
    const vote = aMobileMoneyVote(world, nominations, { each: between(1, 5), phoneNumber });
    let tries = voter;
    // A load balancer takes turns, and finds out who is gone.
    const nextServer = () => (doomed.isRunning && tries++ % 2 === 0 ? doomed : survivor);
    const answer = await sendUntilAnswered(nextServer, vote);
    expect(answer.status).toBe(201);
    await poll(nextServer(), paymentIdIn(answer));
  });
  await killed;
  injected(`kill -9 of one of two servers, ${messages} messages after the first vote`);
  await Promise.all(voters);

  await expectEverythingAddsUp(world);
  expect(await world.given.payments()).toHaveLength(VOTERS);
  expect(survivor.isRunning).toBe(true);
  expect(doomed.isRunning).toBe(false);
});
