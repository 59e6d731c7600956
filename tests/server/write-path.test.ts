import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { verifyLedger } from '#server/payments/index';
import { startTestApp, type TestApp } from '../support/app';
import { execute } from '../support/database';
import { aVoteFor, freshPhone } from '../support/given';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  app.campay.configure({ webhook: 'none' });
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

type Artist = Awaited<ReturnType<TestApp['given']['artist']>>;

async function create({ nominations }: Artist): Promise<{ paymentId: string; reference: string }> {
  const body = aVoteFor(nominations, { each: 2, phoneNumber: freshPhone() });
  const answer = await app.http.post('/api/campay-payment').send(body).expect(201);
  const paymentId: string = answer.body.paymentId;
  const transaction = app.campay
    .transactions()
    .find(({ externalReference }) => externalReference === paymentId);
  return { paymentId, reference: transaction?.reference ?? '' };
}

async function complete({ reference }: { reference: string }): Promise<void> {
  await app.campay.approve(reference);
  await app.campay.sendWebhook(reference);
  await app.settled();
}

/** Statements with a round trip of their own, by name if they have one. */
async function statementsSentBy(run: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await run();
  const sent = query.mock.calls.map(([config]: unknown[]) => {
    const { name, text } = config as { name?: string; text: string };
    // Without the hash of its text.
    return name?.replace(/-[0-9a-f]{8}$/, '') ?? text;
  });
  query.mockRestore();
  return sent;
}

test('a payment is created with a limited number of round trips, every statement prepared', async () => {
  const artist = await app.given.artist({ nominatedIn: 3 });
  await create(artist); // Caches the list of nominations.
  expect(await statementsSentBy(() => create(artist))).toEqual([
    'load prompt requester',
    'used limits',
    'begin',
    'advisory lock',
    'nominations to vote for',
    'prompts on a phone',
    'count in two windows',
    'count in two windows',
    '/* point: payment inserted */',
    'commit',
    '/* point: request attempted */',
  ]);
});

test('a payment is completed with a limited number of round trips, every statement prepared', async () => {
  const artist = await app.given.artist({ nominatedIn: 3 });
  const payment = await create(artist);
  expect(await statementsSentBy(() => complete(payment))).toEqual([
    'begin',
    'lock hinted payment',
    '/* point: webhook recorded */',
    'commit',
    'begin',
    'lock for a transition',
    '/* point: votes counted */',
    'commit',
  ]);
  for (const nomination of artist.nominations) {
    expect(await app.given.votesOf(nomination)).toBe(2);
  }
});

test('statements prepared before a migration still work after it', async () => {
  const artist = await app.given.artist();
  // Often enough for PostgreSQL to cache a plan.
  for (let round = 0; round < 8; round += 1) await complete(await create(artist));
  const pending = await create(artist);

  for (const table of [
    'payments',
    'payment_votes',
    'payment_events',
    'rate_limits',
    'nominations',
  ]) {
    await execute(app.ownerUrl, `alter table ${table} add column later text default 'later'`);
  }
  await execute(app.ownerUrl, 'create index later_idx on payments (phone_hash)');
  await execute(app.ownerUrl, 'alter table payments alter column later set not null');

  await complete(pending);
  const paid = await create(artist);
  await complete(paid);
  for (const { paymentId } of [pending, paid]) {
    expect(await app.given.payment(paymentId)).toMatchObject({ status: 'completed' });
    const { body } = await app.http.get(`/api/payment/${paymentId}/status`).expect(200);
    expect(body).toMatchObject({ status: 'completed' });
  }
  expect(await app.given.votesOf(artist.nominations[0]!)).toBe(20);
  expect(await verifyLedger(app.db)).toEqual([]);
});
