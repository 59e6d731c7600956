import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARDS } from '../support/card-voter';
import { logFault } from './support/injected';
import { expectEverythingAddsUp } from './support/invariants';
import { CardVoter } from './support/voter';
import { commitOf, type Moment, statementOf } from './support/watch';
import { createWorld, type World } from './support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

const CREATE_INTENT = /^POST \/v1\/payment_intents /;
const READ_INTENT = /^GET \/v1\/payment_intents\//;
const LINK_INTENT = statementOf('intent linked');

const STEPS: [string, Moment][] = [
  ['before the payment is committed', { ...commitOf('payment inserted'), blocked: 'request' }],
  ['before the intent is created', { request: CREATE_INTENT, blocked: 'request' }],
  [
    'after the intent is created, before its response arrives',
    { request: CREATE_INTENT, blocked: 'response' },
  ],
  ['before the intent is linked', { request: LINK_INTENT, blocked: 'request' }],
  [
    'after the intent is linked, before the database’s answer arrives',
    { request: LINK_INTENT, blocked: 'response' },
  ],
  ['before the attempt is committed', { ...commitOf('card attempted'), blocked: 'request' }],
  ['after the attempt is committed', { ...commitOf('card attempted'), blocked: 'response' }],
  [
    'while the webhook of the charge is stored',
    { request: statementOf('webhook recorded'), blocked: 'request' },
  ],
  ['after the charge, before it is checked', { request: READ_INTENT, blocked: 'request' }],
  [
    'after Stripe reports the charge, before its response arrives',
    { request: READ_INTENT, blocked: 'response' },
  ],
  ['before the votes are counted', { request: statementOf('votes counted'), blocked: 'request' }],
  ['before the completion is committed', { ...commitOf('votes counted'), blocked: 'request' }],
  ['after the completion is committed', { ...commitOf('votes counted'), blocked: 'response' }],
];

test('an undisturbed vote by card passes through every step', async () => {
  const { nominations } = await world.given.artist();
  const missing = world.watch.missing(STEPS.map(([name, moment]) => ({ name, ...moment })));
  const voter = new CardVoter(world);
  const session = await voter.start(nominations);
  await voter.attemptUntilAnswered(session);
  await voter.enter(session, CARDS.good);
  await voter.confirmUntilAnswered(session);
  await expectEverythingAddsUp(world);
  expect(missing().map(({ name }) => name)).toEqual([]);
});

test.each(STEPS)('a server killed %s loses no vote paid by card', async (name, moment) => {
  const { nominations } = await world.given.artist({ nominatedIn: 2 });
  const voter = new CardVoter(world);
  const restarted = world.watch.until(moment).then(async () => {
    await world.server.kill();
    logFault(`kill -9 ${name}`);
    await world.server.start();
  });

  // The voter keeps pressing: requests without a response are repeated.
  const session = await voter.start(nominations, 3);
  expect((await voter.attemptUntilAnswered(session)).status).toBe(200);
  await voter.enter(session, CARDS.good);
  const confirmed = await voter.confirmUntilAnswered(session);
  await restarted;

  expect(confirmed).toMatchObject({ status: 200, body: { paymentId: session.paymentId } });
  await expectEverythingAddsUp(world);
  for (const nomination of nominations) expect(await world.given.votesOf(nomination)).toBe(3);
});
