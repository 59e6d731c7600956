import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logFault } from './support/injected';
import { expectEverythingAddsUp } from './support/invariants';
import { CAMPAY, FAPSHI, MTN_MOMO, PAWAPAY, type Provider } from './support/mobile-money';
import { aMobileMoneyVote, paymentIdIn, poll, send, sendUntilAnswered } from './support/voter';
import { commitOf, type Moment, statementOf } from './support/watch';
import { createWorld, type World } from './support/world';

interface Step {
  name: string;
  moment: Moment;
}

interface StartingStep extends Step {
  /** What the first process of the server leaves behind. */
  leaves: { payments: number; prompts: number };
}

/** During the voter's request: there is no response, and the voter presses the button again. */
const startingWith = ({ requestsPayment }: Provider): StartingStep[] => [
  {
    name: 'while the call to the provider is in flight',
    moment: { request: requestsPayment, blocked: 'request' },
    leaves: { payments: 1, prompts: 0 },
  },
  {
    name: 'after the provider accepted, before its response arrives',
    moment: { request: requestsPayment, blocked: 'response' },
    leaves: { payments: 1, prompts: 1 },
  },
  {
    name: 'after the provider’s response arrived, before it is stored',
    moment: { request: statementOf('request attempted'), blocked: 'request' },
    leaves: { payments: 1, prompts: 1 },
  },
];

/** Steps that are the same for all providers. */
const STARTING: StartingStep[] = [
  {
    name: 'before the payment is committed',
    moment: { ...commitOf('payment inserted'), blocked: 'request' },
    leaves: { payments: 0, prompts: 0 },
  },
  {
    name: 'after the commit, before the provider is called',
    moment: { ...commitOf('payment inserted'), blocked: 'response' },
    leaves: { payments: 1, prompts: 0 },
  },
  {
    name: 'after the provider’s response is stored, before the response to the voter',
    moment: { request: statementOf('request attempted'), blocked: 'response' },
    leaves: { payments: 1, prompts: 1 },
  },
];

/** Steps after the response that the prompt was sent. */
const settlingWith = ({ asksForStatus }: Provider): Step[] => [
  {
    name: 'before the check with the provider',
    moment: { request: asksForStatus, blocked: 'request' },
  },
  {
    name: 'after the provider sent the outcome, before its response arrives',
    moment: { request: asksForStatus, blocked: 'response' },
  },
];

/** Steps that are the same for all providers. */
const SETTLING: Step[] = [
  {
    name: 'before a webhook is stored',
    moment: { request: statementOf('webhook recorded'), blocked: 'request' },
  },
  {
    name: 'after a webhook is stored, before the server gets the response',
    moment: { request: statementOf('webhook recorded'), blocked: 'response' },
  },
  {
    name: 'before the votes are counted',
    moment: { request: statementOf('votes counted'), blocked: 'request' },
  },
  {
    name: 'after the votes are counted, before the server gets the response',
    moment: { request: statementOf('votes counted'), blocked: 'response' },
  },
];

const byName = <T extends { name: string }>(steps: T[]) =>
  steps.map((step): [string, T] => [step.name, step]);

describe.each([
  { provider: CAMPAY, starting: STARTING, settling: SETTLING },
  { provider: FAPSHI, starting: [], settling: [] },
  { provider: MTN_MOMO, starting: [], settling: [] },
  { provider: PAWAPAY, starting: [], settling: [] },
])('$provider.name:', ({ provider, starting, settling }) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ provider });
  });
  afterAll(() => world?.close());

  async function killAt(moment: Promise<void>, name: string): Promise<void> {
    await moment;
    logFault(`kill -9 ${name}`);
    await world.server.kill();
  }

  const starts = [...startingWith(provider), ...starting];
  const settles = [...settlingWith(provider), ...settling];

  test('an undisturbed vote passes through every step', async () => {
    const { nominations } = await world.given.artist();
    const steps = [...starts, ...settles].map(({ name, moment }) => ({ name, ...moment }));
    const missing = world.watch.missing(steps);
    const vote = aMobileMoneyVote(world, nominations);
    const paymentId = paymentIdIn(await sendUntilAnswered(() => world.server, vote));
    for (const { reference } of world.wallets.prompts()) await world.wallets.approve(reference);
    await poll(world.server, paymentId);
    await expectEverythingAddsUp(world);
    expect(missing().map(({ name }) => name)).toEqual([]);
  });

  describe('a server killed while a vote is started', () => {
    test.each(byName(starts))('%s', async (name, step) => {
      const { moment, leaves } = step;
      const { nominations } = await world.given.artist();
      const vote = aMobileMoneyVote(world, nominations);
      const before = (await world.given.payments()).length;
      const promptsOnPhone = () =>
        world.wallets.prompts().filter(({ number }) => number === vote.body.phoneNumber);

      const killed = killAt(world.watch.until(moment), name);
      expect(await send(world.server, vote)).toBeNull();
      await killed;
      await expect
        .poll(async () => (await world.given.payments()).length - before)
        .toBe(leaves.payments);
      expect(promptsOnPhone()).toHaveLength(leaves.prompts);

      await world.server.start();
      const answer = await sendUntilAnswered(() => world.server, vote);
      expect(answer.status).toBe(201);
      expect((await world.given.payments()).length - before).toBe(1);
      for (const { reference } of promptsOnPhone()) await world.wallets.approve(reference);
      await expectEverythingAddsUp(world);
      const votes = await world.given.votesOf(nominations[0]!);
      expect(votes).toBe(leaves.payments === leaves.prompts ? vote.body.totalVotes : 0);
    });
  });

  describe('a server killed while a vote is settled', () => {
    // Payments left behind by then are old, and are checked less often by design.
    beforeAll(() => world.advance(15 * 60_000));

    test.each(byName(settles))('%s', async (name, { moment }) => {
      const { nominations } = await world.given.artist({ nominatedIn: 2 });
      const vote = aMobileMoneyVote(world, nominations, { each: 3 });
      const paymentId = paymentIdIn(await sendUntilAnswered(() => world.server, vote));
      const { reference } = world.wallets
        .prompts()
        .find(({ number }) => number === vote.body.phoneNumber)!;

      const killed = killAt(world.watch.until(moment), name);
      // The webhook may get no response; then only the reconciler finds the money.
      await world.wallets.approve(reference);
      await poll(world.server, paymentId);
      await killed;

      await world.server.start();
      await expectEverythingAddsUp(world);
      expect(await world.given.payment(paymentId)).toMatchObject({ status: 'completed' });
      for (const nomination of nominations) expect(await world.given.votesOf(nomination)).toBe(3);
    });
  });
});
