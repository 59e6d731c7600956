import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readBooks } from '#server/metrics/index';
import { readCountState } from '#server/verification/index';
import { verifyDue } from '#server/verification/worker';
import type { Health } from '#shared/contracts/admin-health';
import type { Stats } from '#shared/contracts/admin-payments';
import type { EventSettings } from '#shared/contracts/event-settings';
import { verifications } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { execute } from '../support/database';

const LIVE: EventSettings['results'] = { policy: 'live', sealedFrom: null, releasesAtClose: false };

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let nominations: { id: string }[];
let isOpen = true;
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  isOpen = true;
  app.logs.length = 0;
  ({ nominations } = await app.given.artist({ nominatedIn: 2 }));
});

const verify = () =>
  verifyDue({
    db: app.db,
    timezone: () => 'Africa/Douala',
    isVotingOpen: () => isOpen,
    logger: app.context.logger,
  });
/** Backdates the last verification. */
const backdate = (scope: 'everything' | 'new', interval: string) =>
  app.db
    .update(verifications)
    .set({ begunAt: sql`now() - ${interval}::interval` })
    .where(eq(verifications.scope, scope));
const verifyNew = async () => {
  await backdate('new', '6 minutes');
  await verify();
};
const verifyEverything = async () => {
  await backdate('everything', '25 hours');
  await verify();
};
const countState = () => readCountState(app.db);

const vote = async (each = 2) => {
  const payment = await app.given.completedPayment(nominations, { each });
  await app.entered();
  return payment;
};

/** Executes a statement as the owner of the database, who can disable the triggers. */
const manipulate = (statement: string) => {
  const guarded = ['count_entries', 'count_heads', 'count_hashes', 'payment_votes'];
  const guards = (verb: string) =>
    [...guarded, 'nomination_totals', 'payments']
      .map((table) => `alter table ${table} ${verb} trigger user`)
      .join('; ');
  return execute(app.ownerUrl, `${guards('disable')}; ${statement}; ${guards('enable')}`);
};

/** The result on the health page and in the metrics. */
async function reportedState() {
  const health: Health = (await admin.get('/api/admin/health').expect(200)).body;
  const stats: Stats = (await admin.get('/api/stats').expect(200)).body;
  const item = health.items.find(({ about }) => about === 'count');
  return {
    state: item?.state,
    holds: stats.doesCountHold,
    metric: (await readBooks(app.db)).countDifferences,
    isAlarmed: app.logs.some((line) => line.includes('"alarm":"count-differs"')),
  };
}
const WELL = { state: 'well', holds: true, metric: 0, isAlarmed: false };

const moveVotes = () => {
  const [first, second] = nominations;
  return [
    `update nomination_totals set votes = votes - 1 where nomination_id = '${first!.id}';
     update nomination_totals set votes = votes + 1 where nomination_id = '${second!.id}'`,
    `update nomination_totals set votes = votes + 1 where nomination_id = '${first!.id}';
     update nomination_totals set votes = votes - 1 where nomination_id = '${second!.id}'`,
  ] as const;
};
const NEWEST_COUNT = `(select max(index) from count_entries where kind = 'count')`;
const NEWEST_HEAD = `(select max(size) from count_heads)`;
const ENTRY = [
  `update count_entries set entry = replace(entry, '"amount":4', '"amount":5') where index = ${NEWEST_COUNT}`,
  `update count_entries set entry = replace(entry, '"amount":5', '"amount":4') where index = ${NEWEST_COUNT}`,
] as const;
const HEAD = [
  `update count_heads set root = set_byte(root, 0, 255 - get_byte(root, 0)) where size = ${NEWEST_HEAD}`,
  `update count_heads set root = set_byte(root, 0, 255 - get_byte(root, 0)) where size = ${NEWEST_HEAD}`,
] as const;
const LINES = [
  `update payment_votes set vote_count = vote_count + 1 where payment_id =
     (select payment_id from count_entries where index = ${NEWEST_COUNT})`,
  `update payment_votes set vote_count = vote_count - 1 where payment_id =
     (select payment_id from count_entries where index = ${NEWEST_COUNT})`,
] as const;
const LOST_ENTRY = [
  `update count_entries set index = 900000 where index = ${NEWEST_COUNT}`,
  `update count_entries set index = (
     select max(index) + 1 from count_entries where index < 900000) where index = 900000`,
] as const;

describe('the verification of everything', () => {
  beforeEach(async () => {
    await vote();
    await verifyEverything();
  });

  test('reports no difference when nothing is wrong, and runs only once a night', async () => {
    expect(await reportedState()).toEqual(WELL);
    const before = await countState();
    await verify();
    expect((await countState()).everythingAt).toEqual(before.everythingAt);
    // Only one of several processes does it.
    await backdate('everything', '25 hours');
    await Promise.all([verify(), verify(), verify()]);
    expect((await countState()).everythingAt!.getTime()).toBeGreaterThan(
      before.everythingAt!.getTime(),
    );
  });

  test.each([
    ['votes moved from one nominee to another', () => moveVotes()],
    ['rewritten votes of a payment', () => LINES],
    ['a rewritten entry of the log', () => ENTRY],
    ['a rewritten head of the log', () => HEAD],
    ['a deleted entry of the log', () => LOST_ENTRY],
  ])('finds %s, until it is repaired', async (_what, statementsOf) => {
    const [manipulation, repair] = statementsOf();
    await manipulate(manipulation);
    await verifyEverything();
    expect(await reportedState()).toMatchObject({ state: 'wrong', holds: false, isAlarmed: true });
    expect((await countState()).first).toMatch(/\d/);
    // Recent data is well, which does not hide the finding.
    await verifyNew();
    expect((await countState()).differences).toBeGreaterThan(0);
    await manipulate(repair);
    await verifyEverything();
    app.logs.length = 0;
    expect(await reportedState()).toEqual(WELL);
  });
});

describe('the verification of recent data', () => {
  beforeEach(async () => {
    await vote();
    await verifyEverything();
    await vote();
  });

  test('reports no difference, whatever happened in between', async () => {
    await verifyNew();
    expect(await reportedState()).toEqual(WELL);
    const refunded = await vote(5);
    await verifyNew();
    await app.given.refunded(refunded.id);
    await app.setEvent({ results: { ...LIVE, policy: 'hidden' } });
    const sealed = await vote(3);
    await app.given.completedPayment(nominations, { each: 1 });
    await verifyNew();
    expect(await reportedState()).toEqual(WELL);
    await app.given.refunded(sealed.id);
    await app.setEvent({ results: LIVE });
    await app.entered();
    await verifyNew();
    expect(await reportedState()).toEqual(WELL);
    await verifyEverything();
    expect(await reportedState()).toEqual(WELL);
  });

  test.each([
    ['votes moved from one nominee to another', () => moveVotes()],
    ['rewritten votes of a payment', () => LINES],
    ['a rewritten entry of the log', () => ENTRY],
    ['a rewritten head of the log', () => HEAD],
    ['a deleted entry of the log', () => LOST_ENTRY],
  ])('shows %s within minutes, repeatedly until it is repaired', async (_what, statementsOf) => {
    const [manipulation, repair] = statementsOf();
    await manipulate(manipulation);
    await verifyNew();
    expect(await reportedState()).toMatchObject({ state: 'wrong', holds: false, isAlarmed: true });
    await verifyNew();
    expect((await countState()).differences).toBeGreaterThan(0);
    await manipulate(repair);
    await verifyNew();
    app.logs.length = 0;
    expect(await reportedState()).toEqual(WELL);
  });

  test('shows a payment that counts but is missing in the queue of the log', async () => {
    const { id } = await app.given.completedPayment(nominations);
    await execute(app.ownerUrl, `delete from count_queue where payment_id = '${id}'`);
    await verifyNew();
    expect((await countState()).first).toContain('counts and is not in the log');
    await execute(
      app.ownerUrl,
      `insert into count_queue (at, payment_id, kind) values (now(), '${id}', 'count')`,
    );
    await verifyNew();
    expect(await reportedState()).toMatchObject({ state: 'well' });
  });

  test('shows data that was changed after it had been verified', async () => {
    await verifyNew();
    await manipulate(HEAD[0]);
    await verifyNew();
    expect((await countState()).first).toContain('a root other than the recorded one');
    await manipulate(HEAD[1]);
    await verifyNew();
    expect((await countState()).differences).toBe(0);
  });

  test('runs every few minutes while voting is open, and hourly otherwise', async () => {
    await verifyNew();
    const at = async () => (await countState()).newAt!.getTime();
    const first = await at();
    await verify();
    expect(await at()).toBe(first);
    isOpen = false;
    await backdate('new', '30 minutes');
    const lastAt = await at();
    await verify();
    expect(await at()).toBe(lastAt);
    await backdate('new', '61 minutes');
    await verify();
    expect(await at()).toBeGreaterThan(lastAt);
  });
});
