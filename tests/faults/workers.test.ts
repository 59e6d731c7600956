import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { childrenOf } from './support/evening';
import { logFault } from './support/injected';
import { expectEverythingAddsUp } from './support/invariants';
import { randomChoices } from './support/random';
import { aMobileMoneyVote, paymentIdIn, poll, sendUntilAnswered } from './support/voter';
import { createWorld, type World } from './support/world';

const WORKERS = 2;
const VOTERS = 30;
/** Starting takes a second; this allows for a busy machine. */
const POLL = { timeout: 60_000, interval: 50 };

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { WORKERS: String(WORKERS) } });
});
afterAll(() => world?.close());

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a worker that dies is replaced, while votes continue and each is counted once', async () => {
  const { between, pick } = randomChoices();
  const { server } = world;
  const primary = server.pid!;
  const [killed, survivor, ...others] = childrenOf(primary);
  expect(others).toEqual([]);
  const { nominations } = await world.given.artist({ nominatedIn: 3 });
  const messages = between(100, 800);
  world.watch.afterMessages(messages, () => process.kill(killed!, 'SIGKILL'));
  logFault(`kill -9 of one of two workers, ${messages} messages after the first vote`);

  await Promise.all(
    Array.from({ length: VOTERS }, async (_, voter) => {
      const ending = pick(['00', '00', '01', '04', '05', '06']);
      const phoneNumber = `2376${71_000_000 + voter * 100 + Number(ending)}`;
      const vote = aMobileMoneyVote(world, nominations, { each: between(1, 5), phoneNumber });
      const answer = await sendUntilAnswered(() => server, vote);
      expect(answer.status).toBe(201);
      await poll(server, paymentIdIn(answer));
    }),
  );

  await expectEverythingAddsUp(world);
  expect(await world.given.payments()).toHaveLength(VOTERS);
  await vi.waitFor(() => expect(isAlive(killed!)).toBe(false), POLL);
  await vi.waitFor(() => {
    expect(childrenOf(primary)).toHaveLength(WORKERS);
    expect(childrenOf(primary)).toContain(survivor);
  }, POLL);
  expect(server.printed).toContain('"alarm":"worker-died"');
});

test('all workers stop with the parent process, and leave nothing behind', async () => {
  const { server } = world;
  const primary = server.pid!;
  const workers = childrenOf(primary);
  expect(workers).toHaveLength(WORKERS);
  await server.stop();
  for (const pid of [primary, ...workers]) expect(isAlive(pid)).toBe(false);
});
