import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eraseExpired } from '#server/admin/voters/retention';
import { readBooks } from '#server/metrics/index';
import type { HealthItem } from '#shared/contracts/admin-health';
import { payments } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter } from '../support/card-voter';
import { aCardVoteFor, aVoteFor } from '../support/given';
import { restoreDate, shiftDate } from '../support/shifted-date.mjs';

/** The servers' clock is wrong; PostgreSQL's is right. */

const MINUTE = 60_000;
const CLOCKS = [
  ['ten minutes slow', -10 * MINUTE],
  ['ten minutes fast', 10 * MINUTE],
] as const;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  app.campay.configure({ webhook: 'none' });
});
afterAll(() => app.close());
afterEach(async () => {
  restoreDate();
  await app.setEvent({ opensAt: null, closesAt: null });
});

const isoIn = (ms: number) => new Date(Date.now() + ms).toISOString();
const createNominations = async () => (await app.given.artist()).nominations;
const isOpen = async () => (await app.http.get('/api/config').expect(200)).body.voting.isOpen;

const WINDOWS = [
  ['before voting opens', false, () => ({ opensAt: isoIn(MINUTE) })],
  ['after it has opened', true, () => ({ opensAt: isoIn(-MINUTE) })],
  ['before it closes', true, () => ({ closesAt: isoIn(MINUTE) })],
  ['after it has closed', false, () => ({ closesAt: isoIn(-MINUTE) })],
] as const;

describe.each(CLOCKS)('on a server that is %s', (_clock, offMs) => {
  describe.each(WINDOWS)('%s', (_when, isAccepted, settings) => {
    test('a payment is accepted or rejected, for every method, and the public configuration says the same', async () => {
      const nominations = await createNominations();
      const voter = aCardVoter(app);
      const session = await voter.start(nominations);
      const change = settings();
      shiftDate(offMs);
      await app.setEvent(change);
      const refusal = { status: 409, code: 'voting-closed' };
      const outcome = ({ status, body }: { status: number; body: { code?: string } }) =>
        status < 300 ? 'taken' : { status, code: body.code };
      const answers = {
        prompt: outcome(await app.http.post('/api/campay-payment').send(aVoteFor(nominations))),
        session: outcome(await aCardVoter(app).send(aCardVoteFor(nominations))),
        attempt: outcome(await voter.attempt(session)),
        isOpen: await isOpen(),
        metric: (await readBooks(app.db)).isVotingOpen,
      };
      const expected = isAccepted ? 'taken' : refusal;
      expect(answers).toEqual({
        prompt: expected,
        session: expected,
        attempt: expected,
        isOpen: isAccepted,
        metric: isAccepted,
      });
    });
  });

  test('a voter who attempted in time may try another card for two minutes, and no longer', async () => {
    const nominations = await createNominations();
    const voter = aCardVoter(app);
    const session = await voter.start(nominations);
    await voter.attempt(session).expect(200);
    const within = isoIn(-MINUTE);
    const beyond = isoIn(-3 * MINUTE);
    shiftDate(offMs);
    await app.setEvent({ closesAt: within });
    await voter.attempt(session).expect(200);
    await app.setEvent({ closesAt: beyond });
    await voter.attempt(session).expect(409);
  });

  test('an unpaid card payment is closed when voting has closed and the two minutes are over', async () => {
    const closesAt = isoIn(MINUTE);
    await app.setEvent({ closesAt });
    shiftDate(offMs);
    const { paymentId } = await aCardVoter(app).start(await createNominations());
    const { nextCheckAt } = await app.given.payment(paymentId);
    expect(nextCheckAt).toEqual(new Date(Date.parse(closesAt) + 2 * MINUTE));
    await app.setEvent({ closesAt: null });
    const other = await aCardVoter(app).start(await createNominations());
    const { createdAt, ...later } = await app.given.payment(other.paymentId);
    expect(later.nextCheckAt!.getTime() - createdAt.getTime()).toBe(24 * 60 * MINUTE);
  });

  test.each([
    [-MINUTE, 'sealed'],
    [MINUTE, 'live'],
  ] as const)('results that are sealed in %i ms are reported as %s', async (inMs, shows) => {
    const results = { policy: 'sealed', sealedFrom: isoIn(inMs), releasesAtClose: false } as const;
    const before = app.config.firstSettings.results;
    shiftDate(offMs);
    await app.setEvent({ results });
    try {
      expect((await app.http.get('/api/config').expect(200)).body.results.shows).toBe(shows);
    } finally {
      await app.setEvent({ results: before });
    }
  });

  test('voters’ data is deleted when its retention period is over, and not before', async () => {
    const { id } = await app.given.completedPayment(await createNominations(), {
      phoneHash: 'a'.repeat(64),
    });
    const isErased = async () => (await app.given.payment(id)).phoneHash === null;
    await app.db.update(payments).set({ createdAt: sql`now() - interval '3 days'` });
    const { retentionDays } = app.config.firstSettings;
    const endsIn = (ms: number) => isoIn(ms - 24 * 60 * MINUTE);
    const [early, due] = [endsIn(5 * MINUTE), endsIn(-5 * MINUTE)];
    shiftDate(offMs);
    await app.setEvent({ closesAt: early, retentionDays: 1 });
    await eraseExpired(app.context);
    expect(await isErased()).toBe(false);
    await app.setEvent({ closesAt: due, retentionDays: 1 });
    await eraseExpired(app.context);
    expect(await isErased()).toBe(true);
    await app.setEvent({ retentionDays });
  });
});

test('visitors get the time of PostgreSQL’s clock', async () => {
  const clockApp = await startTestApp({ hasClock: true });
  const before = Date.now();
  await clockApp.advance(10 * MINUTE);
  restoreDate();
  const { headers } = await clockApp.http.get('/api/config').expect(200);
  const ahead = Date.parse(headers.date ?? '') - 10 * MINUTE;
  // The header has whole seconds.
  expect(ahead).toBeGreaterThanOrEqual(before - 1_000);
  expect(ahead).toBeLessThanOrEqual(Date.now());
  await clockApp.close();
});

describe('Health', () => {
  const clockItem = async () => {
    const admin = await anAdministrator(app);
    const { body } = await admin.get('/api/admin/health').expect(200);
    return body.items.find(({ about }: HealthItem) => about === 'clock');
  };

  test.each([
    [0, 'well', 0],
    [2_000, 'well', 2],
    [-20_000, 'look', -20],
    [10 * MINUTE, 'wrong', 600],
  ] as const)('reports a clock that is %i ms fast: %s', async (offMs, state, seconds) => {
    // The administrator signs in by the clock under test, too.
    shiftDate(offMs);
    const item = await clockItem();
    expect(item).toMatchObject({ state });
    expect(Math.abs(item.seconds - seconds)).toBeLessThanOrEqual(1);
  });
});
