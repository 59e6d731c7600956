import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentState } from '#shared/contracts/payments';
import { CARDS } from '../support/card-voter';
import { logFault } from './support/injected';
import { expectEverythingAddsUp } from './support/invariants';
import { randomChoices } from './support/random';
import {
  aMobileMoneyVote,
  CardVoter,
  paymentIdIn,
  poll,
  send,
  sendUntilAnswered,
} from './support/voter';
import { createWorld, type World } from './support/world';

const VOTERS = 40;
/** Automatic, by its last digits. */
const APPROVES = '237679999900';

let world: World;
beforeAll(async () => {
  const settings = {
    SESSION_SECRET: 'both servers accept the same session cookies',
  };
  world = await createWorld({ servers: 2, settings });
});
afterAll(() => world?.close());

test('each request of a voter may reach another server', async () => {
  const { nominations } = await world.given.artist({ nominatedIn: 2 });
  const { categoryId } = nominations[0]!;
  const [firstServer, secondServer] = world.servers as [
    (typeof world.servers)[0],
    (typeof world.servers)[0],
  ];
  const votesAt = async (server: typeof firstServer) => {
    const answer = await server.request('GET', `/api/nominations/category/${categoryId}`);
    const nominees = (answer?.body ?? []) as { voteCount: number }[];
    return nominees.map(({ voteCount }) => voteCount);
  };
  expect(await votesAt(firstServer)).toEqual([0]);
  expect(await votesAt(secondServer)).toEqual([0]);

  // Mobile money, pressed twice: both servers respond with the one prompt, and no second one is
  // sent.
  const vote = aMobileMoneyVote(world, nominations, { each: 3, phoneNumber: APPROVES });
  const answers = await Promise.all([send(firstServer, vote), send(secondServer, vote)]);
  expect(answers.map((answer) => answer?.status)).toEqual([201, 201]);
  const [paymentId, again] = answers.map((answer) => paymentIdIn(answer!));
  expect(again).toBe(paymentId);
  const stateAt = async (server: typeof firstServer) =>
    paymentState.parse((await poll(server, paymentId ?? ''))?.body);
  await expect.poll(() => stateAt(firstServer).then(({ status }) => status)).toBe('completed');
  const { receiptCode } = await stateAt(secondServer);
  for (const server of [firstServer, secondServer]) {
    const receipt = await server.request('GET', `/api/payment/receipt/${receiptCode}`);
    expect(receipt?.status).toBe(200);
    await expect.poll(() => votesAt(server)).toEqual([3]);
  }

  // A card: set up with one server, attempted with the other, entered, and confirmed by both at
  // once.
  let turn = 0;
  const card = new CardVoter(world, () => (turn++ % 2 === 0 ? firstServer : secondServer));
  const session = await card.start(nominations, 4);
  expect((await card.attemptUntilAnswered(session)).status).toBe(200);
  await card.enter(session, CARDS.good);
  const confirmed = await Promise.all([card.confirm(session), card.confirm(session)]);
  expect(confirmed.map((answer) => answer?.status)).toEqual([200, 200]);
  for (const server of [firstServer, secondServer])
    await expect.poll(() => votesAt(server)).toEqual([7]);

  // A nominee is withdrawn meanwhile, as by an administrator at either of them.
  await world.given.withdrawn(nominations[0]!);
  for (const server of [firstServer, secondServer])
    await expect.poll(() => votesAt(server)).toEqual([]);
  await expectEverythingAddsUp(world);
});

test('when one of two servers on one database is killed, the other finishes its work', async () => {
  const { between, pick } = randomChoices();
  const before = await world.given.payments();
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
    // A load balancer takes turns, and detects which server is gone.
    const nextServer = () => (doomed.isRunning && tries++ % 2 === 0 ? doomed : survivor);
    const answer = await sendUntilAnswered(nextServer, vote);
    expect(answer.status).toBe(201);
    await poll(nextServer(), paymentIdIn(answer));
  });
  await killed;
  logFault(`kill -9 of one of two servers, ${messages} messages after the first vote`);
  await Promise.all(voters);

  await expectEverythingAddsUp(world);
  expect(await world.given.payments()).toHaveLength(before.length + VOTERS);
  expect(survivor.isRunning).toBe(true);
  expect(doomed.isRunning).toBe(false);
});
