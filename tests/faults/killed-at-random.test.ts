import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARDS } from '../support/card-voter';
import { randomRuns } from '../support/random-runs';
import { logFault } from './support/injected';
import { expectEverythingAddsUp } from './support/invariants';
import { randomChoices } from './support/random';
import { aMobileMoneyVote, CardVoter, paymentIdIn, poll, sendUntilAnswered } from './support/voter';
import { createWorld, type World } from './support/world';

const KILLS = randomRuns(20);
const VOTERS_AT_ONCE = { mobileMoney: 4, card: 3 };
/** A vote takes about fifty messages to the database and the provider, and as many responses. */
const MESSAGES_BETWEEN_KILLS = [1, 300] as const;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

/**
 * Last digits of the sandbox's automatic phone numbers, except for those that ignore the prompt:
 * their votes would never end.
 */
const ENDINGS = ['00', '00', '01', '02', '04', '05', '06'] as const;

test(`votes add up after ${KILLS} kills at random moments`, { timeout: 600_000 }, async () => {
  const { between, pick } = randomChoices();
  const artists = [
    await world.given.artist({ nominatedIn: 1 }),
    await world.given.artist({ nominatedIn: 2 }),
    await world.given.artist({ nominatedIn: 3 }),
  ] as const;
  let numbers = 0;

  async function voteByMobileMoney(): Promise<void> {
    const phoneNumber = `2376${70_000_000 + ++numbers * 100 + Number(pick(ENDINGS))}`;
    const { nominations } = pick(artists);
    const vote = aMobileMoneyVote(world, nominations, { each: between(1, 9), phoneNumber });
    const answer = await sendUntilAnswered(() => world.server, vote);
    expect(answer).toMatchObject({ status: 201 });
    // Polls from the waiting screen a few times, as far as the server responds.
    for (let i = between(0, 3); i > 0; i--) await poll(world.server, paymentIdIn(answer));
  }

  async function voteByCard(): Promise<void> {
    const voter = new CardVoter(world);
    const { nominations } = pick(artists);
    // Some voters change their votes meanwhile.
    for (let i = between(0, 1); i > 0; i--) await voter.start(nominations, between(1, 9));
    const session = await voter.start(nominations, between(1, 9));
    const { status } = await voter.attemptUntilAnswered(session);
    expect(status).toBe(200);
    if (between(0, 3) === 0) await voter.enter(session, CARDS.declined);
    await voter.enter(session, CARDS.good);
    // Some close the page as soon as they have paid.
    if (between(0, 2) > 0) await voter.confirmUntilAnswered(session);
  }

  let isOver = false;
  const keepVoting = async (vote: () => Promise<void>) => {
    while (!isOver) await vote();
  };
  const voting = Promise.all([
    ...Array.from({ length: VOTERS_AT_ONCE.mobileMoney }, () => keepVoting(voteByMobileMoney)),
    ...Array.from({ length: VOTERS_AT_ONCE.card }, () => keepVoting(voteByCard)),
  ]);
  const killed = killAtRandom(between).finally(() => {
    isOver = true;
  });
  await Promise.all([killed, voting]);

  await expectEverythingAddsUp(world);
  logFault(
    `${KILLS} kills under ${world.wallets.payments().length} payments by mobile money and ${world.stripe.charged().length} by card`,
  );
  expect(world.wallets.moneyTaken()).toBeGreaterThan(0);
  expect(world.stripe.charged().length).toBeGreaterThan(0);
});

async function killAtRandom(between: (least: number, most: number) => number): Promise<void> {
  for (let kill = 1; kill <= KILLS; kill++) {
    const messages = between(...MESSAGES_BETWEEN_KILLS);
    await new Promise<void>((resolve) => {
      world.watch.afterMessages(messages, () => resolve(world.server.kill()));
    });
    logFault(`kill -9 number ${kill}, ${messages} messages after the last start`);
    await world.server.start();
  }
}
