import { setTimeout as delay } from 'node:timers/promises';
import { isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyOpenCount } from '#server/open-count/index';
import { verifyLedger } from '#server/payments/index';
import { countSigning, payments } from '#shared/schema';
import { CARDS } from '../support/card-voter';
import { aVoteFor, freshPhone } from '../support/given';
import { logFault } from './support/injected';
import { ledgerKey, Operator } from './support/operator';
import { randomChoices } from './support/random';
import { type ReplicatedDatabase, replicatedDatabase } from './support/replicated-database';
import { compareWithProviders, paymentIdOf, STORM_PROVIDERS, walletOf } from './support/storm';
import { CardVoter, paymentIdIn, poll, sendUntilAnswered } from './support/voter';
import { createWorld, type World } from './support/world';

/** Votes with each mobile money provider, and as many by card, in each third of the minute. */
const VOTES = 2;
const SECOND = 1_000;

let database: ReplicatedDatabase;
let world: World;
let operator: Operator;
beforeAll(async () => {
  database = await replicatedDatabase({ isSynchronous: false });
  world = await createWorld({
    providers: STORM_PROVIDERS,
    database,
    settings: { LEDGER_SIGNING_KEY: ledgerKey(0) },
  });
  operator = new Operator(world);
});
afterAll(async () => {
  if (world) await world.close();
  else await database?.drop();
});

const { between, pick } = randomChoices();

/** One vote by mobile money, whose prompt is answered, or is still open when this returns. */
async function voteByPhone(at: number, nominations: { id: string }[]): Promise<void> {
  const provider = STORM_PROVIDERS[at]!;
  const server = () => world.servers[at]!;
  const phoneNumber = freshPhone();
  const body = aVoteFor(nominations, { each: between(1, 9), phoneNumber });
  world.chosenVotes.set(phoneNumber, body.nominationVotes);
  const vote = { path: `/api/${provider.name}-payment`, body, idempotencyKey: crypto.randomUUID() };
  const answer = await sendUntilAnswered(server, vote);
  expect(answer.status).toBe(201);
  const paymentId = paymentIdIn(answer);
  const wallet = walletOf(world.sandbox, provider);
  const record = wallet
    .transactions()
    .find((transaction) => paymentIdOf(provider, transaction) === paymentId)!;
  const answerPrompt = pick([
    () => wallet.approve(record.reference),
    () => wallet.approve(record.reference),
    () => wallet.decline(record.reference),
    () => stillOpen.push(() => wallet.approve(record.reference)),
  ]);
  await answerPrompt();
  void poll(server(), paymentId);
}

/** Prompts that are on phones. */
const stillOpen: (() => Promise<void>)[] = [];

/**
 * A voter who got a second prompt, because the first request was lost with its payment, answers
 * only one of the two.
 */
async function declineOpenPrompts(): Promise<void> {
  for (const wallet of STORM_PROVIDERS.map((provider) => walletOf(world.sandbox, provider))) {
    const open = wallet.transactions().filter(({ status }) => status === 'PENDING');
    for (const { reference } of open) await wallet.decline(reference);
  }
}

async function voteByCard(nominations: { id: string }[]): Promise<void> {
  const voter = new CardVoter(world);
  const session = await voter.start(nominations, between(1, 9));
  await voter.attemptUntilAnswered(session);
  await voter.enter(session, CARDS.good);
  if (pick([true, false])) await voter.confirm(session);
}

const voteEverywhere = (nominations: { id: string }[]) =>
  Promise.all(
    Array.from({ length: VOTES }, () => [
      ...STORM_PROVIDERS.map((_, at) => voteByPhone(at, nominations)),
      voteByCard(nominations),
    ]).flat(),
  );

test('a database that loses its last minute loses no vote: the providers have them', async () => {
  const startedAt = new Date(Date.now() - SECOND);
  const { nominations } = await world.given.artist({ nominatedIn: 3 });
  await voteEverywhere(nominations);
  await database.cutStandbys();
  const countBefore = await world.db.$count(payments);
  for (let third = 0; third < 3; third++) {
    await voteEverywhere(nominations);
    await world.advance(20 * SECOND);
  }
  // Votes of the last moment find no server for a while.
  const lastVotes = voteEverywhere(nominations);
  await delay(between(0, 300));
  const lostCount = (await world.db.$count(payments)) - countBefore;
  await database.lose();
  await database.failOver(world.setClockIn);
  logFault(`the last minute of the database lost, and with it ${lostCount} payments`);
  await lastVotes;
  const found = await world.db.$count(payments);
  expect(lostCount).toBeGreaterThanOrEqual(3 * 4 * VOTES);

  for (const approve of stillOpen) await approve();
  await declineOpenPrompts();
  await operator.recoverPayments(startedAt);
  await world.advance(60 * SECOND);
  const judgement = async () => {
    await world.advance(SECOND);
    return compareWithProviders(world);
  };
  await expect.poll(judgement, { timeout: 60_000 }).toMatchObject({ wrong: [], flagged: 0 });
  const recovered = await world.db.$count(payments, isNotNull(payments.recoveredAt));
  logFault(`${recovered} payments made again, ${found} were there without`);
  expect(recovered).toBeGreaterThan(0);
  expect(await verifyLedger(world.db)).toEqual([]);

  // The signatures of the lost entries are in no database any more.
  const signing = () => world.db.select().from(countSigning);
  await expect.poll(signing).toMatchObject([{ pausedSince: expect.any(Date) }]);
  await operator.repairCount();
  await expect.poll(() => verifyOpenCount(world.db)).toEqual([]);
  expect(await signing()).toMatchObject([{ pausedSince: null }]);
}, 600_000);
