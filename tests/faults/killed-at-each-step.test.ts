import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { injected } from './support/injected';
import { expectEverythingAddsUp } from './support/judge';
import { aMobileMoneyVote, paymentIdIn, send, sendUntilAnswered } from './support/voter';
import type { Moment } from './support/watch';
import { createWorld, type World } from './support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

const COMMIT = /^Q[\s\S]{4}commit\b/;
const INSERTED_PAYMENT = /insert into "payments"/;

interface Step {
  name: string;
  moment: Moment;
  /** What the first life of the server leaves behind. */
  leaves: { payments: number; prompts: number };
}

/** While the voter's request is under way: they get no answer and press the button again. */
const STARTING: Step[] = [
  {
    name: 'before the payment is committed',
    moment: { request: COMMIT, after: INSERTED_PAYMENT, keptBack: 'request' },
    leaves: { payments: 0, prompts: 0 },
  },
  {
    name: 'after the commit, before the provider is called',
    moment: { request: COMMIT, after: INSERTED_PAYMENT, keptBack: 'answer' },
    leaves: { payments: 1, prompts: 0 },
  },
  {
    name: 'while the call to the provider is on its way there',
    moment: { request: /^POST \S+\/collect\//, keptBack: 'request' },
    leaves: { payments: 1, prompts: 0 },
  },
  {
    name: 'after the provider accepted, before its answer arrives',
    moment: { request: /^POST \S+\/collect\//, keptBack: 'answer' },
    leaves: { payments: 1, prompts: 1 },
  },
  {
    name: 'after the provider’s answer arrived, before it is stored',
    moment: { request: COMMIT, after: /"attempted_at" = clock_timestamp/, keptBack: 'request' },
    leaves: { payments: 1, prompts: 1 },
  },
  {
    name: 'after the provider’s answer is stored, before the voter is answered',
    moment: { request: COMMIT, after: /"attempted_at" = clock_timestamp/, keptBack: 'answer' },
    leaves: { payments: 1, prompts: 1 },
  },
];

/** After the voter was told that the prompt is out. */
const SETTLING: { name: string; moment: Moment }[] = [
  {
    name: 'while a webhook is stored',
    moment: {
      request: COMMIT,
      after: /update "payments" set "next_check_at" = now/,
      keptBack: 'request',
    },
  },
  {
    name: 'after a webhook is stored, before the provider is asked',
    moment: { request: /^GET \S+\/transaction\//, keptBack: 'request' },
  },
  {
    name: 'after the provider told the end, before its answer arrives',
    moment: { request: /^GET \S+\/transaction\//, keptBack: 'answer' },
  },
  {
    name: 'in the middle of the completion, before the votes are counted',
    moment: { request: /insert into "nomination_totals"/, keptBack: 'request' },
  },
  {
    name: 'at the end of the completion, before it is committed',
    moment: { request: COMMIT, after: /insert into "nomination_totals"/, keptBack: 'request' },
  },
  {
    name: 'after the completion is committed, before the server knows',
    moment: { request: COMMIT, after: /insert into "nomination_totals"/, keptBack: 'answer' },
  },
];

const byName = <T extends { name: string }>(steps: T[]) =>
  steps.map((step): [string, T] => [step.name, step]);

async function killAt(moment: Promise<void>, name: string): Promise<void> {
  await moment;
  injected(`kill -9 ${name}`);
  await world.server.kill();
}

describe('a server killed while a vote is started', () => {
  test.each(byName(STARTING))('%s', async (name, { moment, leaves }) => {
    const { nominations } = await world.given.artist();
    const vote = aMobileMoneyVote(world, nominations);
    const before = (await world.given.payments()).length;
    const promptsOnPhone = () =>
      world.campay.prompts().filter(({ number }) => number === vote.body.phoneNumber);

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
    for (const { reference } of promptsOnPhone()) await world.campay.approve(reference);
    await expectEverythingAddsUp(world);
    const votes = await world.given.votesOf(nominations[0]!);
    expect(votes).toBe(leaves.payments === leaves.prompts ? vote.body.totalVotes : 0);
  });
});

describe('a server killed while a vote is settled', () => {
  test.each(byName(SETTLING))('%s', async (name, { moment }) => {
    const { nominations } = await world.given.artist({ nominatedIn: 2 });
    const vote = aMobileMoneyVote(world, nominations, { each: 3 });
    const paymentId = paymentIdIn(await sendUntilAnswered(() => world.server, vote));
    const { reference } = world.campay
      .prompts()
      .find(({ number }) => number === vote.body.phoneNumber)!;

    const killed = killAt(world.watch.until(moment), name);
    // Its webhook may get no answer; then nobody but the reconciler learns of the money.
    await world.campay.approve(reference);
    await killed;

    await world.server.start();
    await expectEverythingAddsUp(world);
    expect(await world.given.payment(paymentId)).toMatchObject({ status: 'completed' });
    for (const nomination of nominations) expect(await world.given.votesOf(nomination)).toBe(3);
  });
});
