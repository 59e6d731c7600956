import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eq, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseExpired } from '#server/admin/voters/retention';
import { verifyPaymentCounts } from '#server/payment-counts/index';
import { hashPhone, rehashPhones, verifyLedger } from '#server/payments/index';
import { updatePayment } from '#server/payments/lifecycle/rows/repository';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import type { AdminActionList } from '#shared/contracts/admin-catalog';
import type { EventSettings, SavedSettings } from '#shared/contracts/event-settings';
import { erasure } from '#shared/contracts/voters';
import * as schema from '#shared/schema';
import { payments, receiptEmails } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { builtProgram } from '../support/built-program';
import { aCardVoter } from '../support/card-voter';
import { aVoteFor, freshPhone } from '../support/given';
import { randomRuns } from '../support/random-runs';

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let nominations: { id: string }[];
beforeAll(async () => {
  app = await startTestApp({ hasClock: true });
  admin = await anAdministrator(app);
  ({ nominations } = await app.given.artist({ nominatedIn: 2 }));
});
afterAll(() => app.close());
// Data left over by an earlier test must not be deleted in this one.
beforeEach(() => app.setEvent({ opensAt: null, closesAt: null, retentionDays: 180 }));

let voters = 0;

/** A voter with every kind of stored data. */
function aVoter() {
  const nth = ++voters;
  const phoneNumber = freshPhone();
  return {
    voterEmail: `fan${nth}@example.cm`,
    phoneNumber,
    phoneHash: hashPhone(phoneNumber, app.config.phoneHashKey),
    deviceTimestamp: new Date(Date.UTC(2025, 10, 28, 20, 0, nth)),
    userAgent: `Browser of fan ${nth}`,
    ipAddress: `198.51.100.${nth}`,
    deviceHash: `device-hash-${nth}`,
    ownerHash: `owner-hash-${nth}`,
    clientSecretHash: `secret-hash-${nth}`,
  };
}

/** All occurrences of the voter's data in the database. */
async function traces(voter: object): Promise<string[]> {
  const words = Object.values(voter).map((value) =>
    value instanceof Date ? value.toISOString().slice(0, 19).replace('T', ' ') : String(value),
  );
  const found: string[] = [];
  for (const table of Object.values(schema)) {
    if (!is(table, PgTable)) continue;
    const name = getTableName(table);
    const { rows } = await app.db.execute<{ row: string }>(
      sql`select kept::text as row from ${sql.identifier(name)} as kept`,
    );
    for (const { row } of rows) {
      found.push(...words.filter((word) => row.includes(word)).map((word) => `${name}: ${word}`));
    }
  }
  return found;
}

const erase = (voter: object) =>
  admin
    .post('/api/admin/voters/erase')
    .send(voter)
    .expect(200)
    .then(({ body }) => body);
const lookUp = async (voter: object): Promise<string[]> => {
  const { body } = await app.http.post('/api/receipts/lookup').send(voter).expect(200);
  return body.receipts.map(({ receiptCode }: { receiptCode: string }) => receiptCode);
};
const lastAction = async () => {
  const { body } = await admin.get('/api/admin/actions?entity=voter').expect(200);
  return (body as AdminActionList).actions[0];
};

/** Moves the payment to where its votes count. */
const complete = (id: string, amount: number) =>
  applyProviderReport(
    app.db,
    id,
    {
      outcome: 'paid',
      money: { amountMinor: amount, currency: 'XAF' },
      providerRef: id,
      evidence: {},
    },
    { source: 'webhook' },
  );
const fail = (id: string) =>
  applyProviderReport(
    app.db,
    id,
    { outcome: 'failed', reason: 'declined', providerRef: id, evidence: {} },
    { source: 'webhook' },
  );

describe('deletion for one voter, on request', () => {
  test('deletes their data everywhere; votes, money and the receipt stay', async () => {
    const voter = aVoter();
    const { id, receiptCode, amount } = await app.given.completedPayment(nominations, voter);
    const votes = await app.given.votesOf(nominations[0]!);
    const asked = { email: voter.voterEmail.toUpperCase() };
    expect(await traces(voter)).not.toEqual([]);

    const { body } = await admin.post('/api/admin/voters/preview').send(asked).expect(200);
    expect(body).toEqual({ payments: 1, votes: 4, pending: 0 });
    expect(await lookUp({ phoneNumber: voter.phoneNumber })).toEqual([receiptCode]);

    expect(await erase(asked)).toEqual({ payments: 1, votes: 4, left: 0 });
    expect(await traces(voter)).toEqual([]);
    expect(await app.given.payment(id)).toMatchObject({ status: 'completed', amount, receiptCode });
    expect(await app.given.votesOf(nominations[0]!)).toBe(votes);
    expect(await verifyLedger(app.db)).toEqual([]);

    expect(await lookUp({ phoneNumber: voter.phoneNumber })).toEqual([]);
    expect(await lookUp(asked)).toEqual([]);
    const receipt = await app.http.get(`/api/payment/receipt/${receiptCode}`).expect(200);
    expect(receipt.body.payment).toEqual({
      totalVotes: 4,
      entry: null,
      takenBackEntry: null,
      receiptCode,
      isErased: true,
      refundedAt: null,
      partlyRefunded: null,
    });
    const help = await app.http.post('/api/payment-help').send({ reference: id }).expect(200);
    expect(help.body.payment).toMatchObject({ state: 'completed', isErased: true });
    const seen = await admin.get(`/api/admin/payments/${id}`).expect(200);
    expect(seen.body.payment).toMatchObject({
      voterEmail: null,
      erasedAt: expect.stringContaining('T'),
    });
  });

  test('deletes device details, too', async () => {
    const body = aVoteFor(nominations, { voterEmail: 'device@example.cm' });
    body.deviceInfo = { ...body.deviceInfo!, deviceMetadata: '{"screen":"4711x815"}' };
    app.campay.configure({ webhook: 'none' });
    const started = await app.http.post('/api/campay-payment').send(body).expect(201);
    const { paymentId } = started.body;
    await complete(paymentId, 400);
    const personalData = { screen: '4711x815', email: 'device@example.cm' };
    expect(await traces(personalData)).toHaveLength(2);

    expect(await erase({ phoneNumber: body.phoneNumber })).toMatchObject({ payments: 1 });
    expect(await traces(personalData)).toEqual([]);
    const [created] = await app.given.events(paymentId);
    expect(created).toMatchObject({ source: 'create', detail: {} });
  });

  test('finds payments by the number itself, whatever key its hash was made with', async () => {
    const voter = { ...aVoter(), phoneHash: 'of an earlier key' };
    await app.given.completedPayment(nominations, voter);
    expect(await erase({ phoneNumber: voter.phoneNumber })).toMatchObject({ payments: 1 });
    expect(await traces(voter)).toEqual([]);
  });

  test('keeps the details of an open payment, and says so', async () => {
    const voter = aVoter();
    const asked = { email: voter.voterEmail };
    await app.given.completedPayment(nominations, { ...voter, ownerHash: null });
    const pending = await app.given.pendingPayment(nominations, voter);
    const { body } = await admin.post('/api/admin/voters/preview').send(asked).expect(200);
    expect(body).toEqual({ payments: 1, votes: 4, pending: 1 });
    expect(await erase(asked)).toEqual({ payments: 1, votes: 4, left: 1 });
    expect(await app.given.payment(pending.id)).toMatchObject({ ...voter, erasedAt: null });

    await fail(pending.id);
    expect(await erase(asked)).toEqual({ payments: 1, votes: 0, left: 0 });
    expect(await traces(voter)).toEqual([]);
  });

  test('cancels receipts by e-mail that were not sent yet', async () => {
    const voter = aVoter();
    const { id } = await app.given.completedPayment(nominations, voter);
    const mail = async () => {
      const [row] = await app.db
        .select()
        .from(receiptEmails)
        .where(eq(receiptEmails.paymentId, id));
      return row?.status;
    };
    expect(await mail()).toBe('pending');
    await erase({ email: voter.voterEmail });
    expect(await mail()).toBe('cancelled');
  });

  test('records who did it and how much was deleted, not whose', async () => {
    const voter = aVoter();
    await app.given.completedPayment(nominations, voter);
    await erase({ phoneNumber: voter.phoneNumber });
    expect(await lastAction()).toMatchObject({
      adminName: expect.stringMatching(/./),
      action: 'voter.erase',
      entityId: 'request',
      before: null,
      after: { reason: 'request', payments: 1, votes: 4, left: 0 },
    });
    await erase({ phoneNumber: voter.phoneNumber });
    expect(await lastAction()).toMatchObject({ after: { payments: 0 } });
    expect(app.logs.join('')).not.toContain(voter.phoneNumber);
    expect(app.logs.join('')).not.toContain(voter.voterEmail);
  });

  test.each([
    {},
    { email: 'nobody' },
    { phoneNumber: '12' },
    { phoneNumber: '+65 9123 455' },
    { phoneNumber: '677123456 ou 699123456' },
    { email: 'a@b.cm', phoneNumber: '1' },
  ])('rejects %j', async (body) => {
    await admin.post('/api/admin/voters/erase').send(body).expect(400);
    await admin.post('/api/admin/voters/preview').send(body).expect(400);
  });

  test('works from the command line, recorded without a person', async () => {
    const program = builtProgram('commands/erase-voter');
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [program, ...args], {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'test',
          DATABASE_URL: app.databaseUrl,
          DATA_DIR: app.config.dataDir,
          PHONE_HASH_KEY: app.config.phoneHashKey,
        },
      });
    const voter = aVoter();
    await app.given.completedPayment(nominations, voter);
    await app.given.pendingPayment(nominations, { voterEmail: voter.voterEmail });
    const { stdout } = await run('--email', voter.voterEmail);
    expect(stdout).toBe(
      '1 payments were erased; their 4 votes stay.\n' +
        '1 are not settled yet and keep their details: run this again tomorrow.\n',
    );
    expect(await lookUp({ phoneNumber: voter.phoneNumber })).toEqual([]);
    expect(await lastAction()).toMatchObject({ adminName: null, after: { reason: 'command' } });
    const other = aVoter();
    await app.given.completedPayment(nominations, other);
    const typed = `+${other.phoneNumber.slice(0, 3)} ${other.phoneNumber.slice(3)}`;
    expect((await run('--phone', typed)).stdout).toMatch(/^1 payments/);
    for (const args of [[], ['--phone', '12'], ['--email', 'a@b.cm', '--phone', typed], ['x']]) {
      await expect(run(...args)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('npm run voters:erase -- --phone'),
      });
    }
  });
});

describe('deleted data does not come back', () => {
  test('when a failed payment turns out to be paid: its votes count, and the voter stays unknown', async () => {
    const voter = aVoter();
    const { id, amount } = await app.given.pendingPayment(nominations, voter);
    await fail(id);
    await erase({ email: voter.voterEmail });
    const votes = await app.given.votesOf(nominations[0]!);

    await complete(id, amount);
    expect(await app.given.votesOf(nominations[0]!)).toBe(votes + 2);
    expect(await traces(voter)).toEqual([]);
    const mails = await app.db.$count(receiptEmails, eq(receiptEmails.paymentId, id));
    expect(mails).toBe(0);
    expect(await verifyLedger(app.db)).toEqual([]);
  });

  test('from the browser session that had made the payment', async () => {
    const voter = aCardVoter(app);
    const session = await voter.pay(nominations);
    await app.db
      .update(payments)
      .set({ voterEmail: 'card@example.cm' })
      .where(eq(payments.id, session.paymentId));
    await erase({ email: 'card@example.cm' });
    await voter.http
      .patch(`/api/payment/${session.paymentId}/email`)
      .send({ voterEmail: 'card@example.cm' })
      .expect(404);
    await voter.confirm(session).expect(404);
    expect(await traces({ email: 'card@example.cm' })).toEqual([]);
  });

  test('from a new key for phone numbers, nor from someone who still has it', async () => {
    const voter = aVoter();
    const { id } = await app.given.completedPayment(nominations, voter);
    await erase({ email: voter.voterEmail });
    await rehashPhones(app.db, 'another-key-of-at-least-32-characters');
    await rehashPhones(app.db, app.config.phoneHashKey);
    expect(await traces(voter)).toEqual([]);
    for (const [name, value] of Object.entries(voter)) {
      await expect(updatePayment(app.db, id, { [name]: value })).rejects.toMatchObject({
        cause: { constraint: 'payments_erased_check' },
      });
    }
  });

  test('while payments are completed at the same moment: no vote is lost', async () => {
    const voter = aVoter();
    const many = await Promise.all(
      Array.from({ length: 12 }, () =>
        app.given.pendingPayment(nominations, { ...voter, ownerHash: null }),
      ),
    );
    const votes = await app.given.votesOf(nominations[0]!);
    const asked = { email: voter.voterEmail };
    await Promise.all([
      ...many.map(({ id, amount }) => complete(id, amount)),
      erase(asked),
      erase(asked),
    ]);
    expect(await app.given.votesOf(nominations[0]!)).toBe(votes + 12 * 2);
    await erase(asked);
    expect(await traces(voter)).toEqual([]);
    expect(await verifyLedger(app.db)).toEqual([]);
  });
});

describe('the end of the retention period', () => {
  const closeIn = (ms: number, retentionDays = 30) =>
    app.setEvent({ closesAt: new Date(Date.now() + ms).toISOString(), retentionDays });
  const isErased = async (id: string) => (await app.given.payment(id)).erasedAt !== null;

  test('comes a number of days after voting has closed, and not before', async () => {
    const { id } = await app.given.completedPayment(nominations, aVoter());
    await eraseExpired(app.context);
    expect(await isErased(id)).toBe(false);
    await closeIn(DAY_MS);
    await app.advance(31 * DAY_MS - 60_000);
    await eraseExpired(app.context);
    expect(await isErased(id)).toBe(false);
    await app.advance(60_000);
    await eraseExpired(app.context);
    expect(await isErased(id)).toBe(true);
    // By then every session has expired.
    admin = await anAdministrator(app);
  });

  test('is read from the database: a server without the latest settings deletes nothing', async () => {
    const { id } = await app.given.completedPayment(nominations, aVoter());
    await closeIn(-31 * DAY_MS);
    const { settings } = app.context.event.current;
    await app.db.update(schema.editions).set({ settings: { ...settings, closesAt: null } });
    await eraseExpired(app.context);
    expect(await isErased(id)).toBe(false);
  });

  test('processes thousands of payments in batches, once, and records how many', async () => {
    await closeIn(-31 * DAY_MS);
    await eraseExpired(app.context);
    const earlier = (await lastAction())?.id ?? 0;
    await app.db.execute(sql`
      insert into payments (provider, amount, status, failure_reason, settled_at, voter_email)
      select 'campay', 100, 'failed', 'declined', now(), n || '@many.example'
      from generate_series(1, 2500) as n`);
    const pending = await app.given.pendingPayment(nominations, aVoter());
    await app.given.completedPayment(nominations, aVoter());
    // Two servers, in the same night.
    await Promise.all([eraseExpired(app.context), eraseExpired(app.context)]);

    expect(await traces({ email: '@many.example' })).toEqual([]);
    expect(await isErased(pending.id)).toBe(false);
    const { body } = await admin.get('/api/admin/actions?entity=voter').expect(200);
    const sums = (body as AdminActionList).actions
      .filter(({ id }) => id > earlier)
      .map(({ adminName, after }) => ({ adminName, ...erasure.parse(after) }));
    expect(sums.reduce((sum, row) => sum + row.payments, 0)).toBe(2_501);
    expect(sums.reduce((sum, row) => sum + row.votes, 0)).toBe(4);
    expect(sums.every(({ adminName, left }) => adminName === null && left > 0)).toBe(true);
    const latest = (await lastAction())?.id;
    await eraseExpired(app.context);
    expect((await lastAction())?.id).toBe(latest);
  });
});

describe('a change that shortens the retention period', () => {
  const isErased = async (id: string) => (await app.given.payment(id)).erasedAt !== null;
  const read = async (): Promise<SavedSettings> =>
    (await admin.get('/api/admin/settings').expect(200)).body;
  const save = async (change: Partial<EventSettings>): Promise<SavedSettings> => {
    const { settings, version } = await read();
    const body = { settings: { ...settings, ...change }, version };
    return (await admin.put('/api/admin/settings').send(body).expect(200)).body;
  };
  const preview = async (change: Partial<EventSettings>) => {
    const { closesAt, retentionDays } = { ...(await read()).settings, ...change };
    const asked = admin.post('/api/admin/settings/preview').send({ closesAt, retentionDays });
    return (await asked.expect(200)).body.erasure;
  };
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const eraseTonight = () => eraseExpired(app.context);
  /** Voting ended ten days ago, and details are stored for 180. */
  let id: string;
  beforeEach(async () => {
    admin = await anAdministrator(app);
    await app.db.update(schema.editions).set({ erasureHeldUntil: null, retentionDaysBefore: null });
    await app.setEvent({ closesAt: inDays(-10), retentionDays: 180 });
    ({ id } = await app.given.completedPayment(nominations, aVoter()));
  });

  test('says how many payments are affected, and takes effect after a day', async () => {
    const affected = await app.db.$count(payments, sql`erased_at is null`);
    const planned = await preview({ retentionDays: 1 });
    expect(planned.payments).toBe(affected);
    expect(Date.parse(planned.from) - Date.now()).toBeGreaterThan(DAY_MS - 60_000);

    const saved = await save({ retentionDays: 1 });
    expect(saved.erasure).toMatchObject({ payments: affected, retentionDaysBefore: 180 });
    const config = (await app.http.get('/api/config').expect(200)).body;
    expect(config).toMatchObject({ retentionDays: 1, detailsKeptUntil: saved.erasure!.from });
    const { body: stats } = await admin.get('/api/stats').expect(200);
    expect(stats.erasureFrom).toBe(saved.erasure!.from);
    await eraseTonight();
    expect(await isErased(id)).toBe(false);
    await app.advance(DAY_MS - 60_000);
    await eraseTonight();
    expect(await isErased(id)).toBe(false);
    await app.advance(120_000);
    await eraseTonight();
    expect(await isErased(id)).toBe(true);
    admin = await anAdministrator(app);
    expect((await read()).erasure).toBeNull();
  });

  test('can be undone by any owner before it takes effect, which is recorded', async () => {
    await save({ retentionDays: 1 });
    const keep = () => admin.post('/api/admin/settings/keep-details').expect(200);
    expect((await keep()).body).toMatchObject({ settings: { retentionDays: 180 }, erasure: null });
    const { body } = await admin.get('/api/admin/actions?entity=settings').expect(200);
    expect((body as AdminActionList).actions[0]).toMatchObject({
      action: 'settings.update',
      before: { retentionDays: 1 },
      after: { retentionDays: 180 },
    });
    // A repeat has nothing to undo.
    const { version } = await read();
    expect((await keep()).body.version).toBe(version);
    await app.advance(2 * DAY_MS);
    await eraseTonight();
    expect(await isErased(id)).toBe(false);
  });

  test('includes an earlier end of voting, and undoing it adjusts the days to last as long', async () => {
    await app.setEvent({ closesAt: inDays(5), retentionDays: 30 });
    const closesAt = inDays(-40);
    expect(await preview({ closesAt })).toMatchObject({ payments: expect.any(Number) });
    const saved = await save({ closesAt });
    expect(saved.erasure).toMatchObject({ retentionDaysBefore: 75 });
    await eraseTonight();
    expect(await isErased(id)).toBe(false);
    const { body } = await admin.post('/api/admin/settings/keep-details').expect(200);
    // Undoing the deletion does not move the end of voting back.
    expect(body.settings).toMatchObject({ closesAt, retentionDays: 75 });
  });

  test('in two steps takes effect from the second, and is undone as a whole', async () => {
    await save({ retentionDays: 20 });
    await app.advance(20 * 3_600_000);
    admin = await anAdministrator(app);
    const { erasure } = await save({ retentionDays: 1 });
    expect(erasure).toMatchObject({ retentionDaysBefore: 180 });
    await app.advance(5 * 3_600_000);
    await eraseTonight();
    expect(await isErased(id)).toBe(false);
  });

  test.each<[string, Partial<EventSettings>]>([
    ['a longer period', { retentionDays: 181 }],
    ['a later end of voting', { closesAt: '2035-01-01T00:00:00.000Z' }],
    ['no end of voting', { closesAt: null, retentionDays: 1 }],
    ['an end that is earlier, and long before the erasure', { closesAt: inDays(-20) }],
    ['another price', { prices: { mobileMoney: 150, card: 75 } }],
  ])('is not %s', async (_what, change) => {
    expect(await preview(change)).toBeNull();
    expect((await save(change)).erasure).toBeNull();
  });

  test('that is reverted manually has no effect any more', async () => {
    await save({ retentionDays: 1 });
    expect((await save({ retentionDays: 180 })).erasure).toBeNull();
    const [row] = await app.db.select().from(schema.editions);
    expect(row).toMatchObject({ erasureHeldUntil: null, retentionDaysBefore: null });
  });
});

type Step = {
  do: 'pay' | 'begin' | 'fail' | 'late' | 'refund' | 'erase' | 'expire';
  which: number;
};

test('a deletion never changes totals, ledger or books', {
  timeout: 120_000,
}, async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    do: fc.constantFrom('pay', 'pay', 'begin', 'fail', 'late', 'refund', 'erase', 'expire'),
    which: fc.nat(7),
  });
  const figures = async () => {
    const { body: books } = await admin.get('/api/admin/books').expect(200);
    const { body: stats } = await admin.get('/api/stats').expect(200);
    const totals = await Promise.all(
      nominations.map((nomination) => app.given.votesOf(nomination)),
    );
    return { books, stats, totals };
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const createdPayments: { id: string; amount: number; voterEmail: string }[] = [];
      const begin = async () => {
        const voter = aVoter();
        const payment = await app.given.pendingPayment(nominations, voter);
        createdPayments.push({ ...payment, voterEmail: voter.voterEmail });
        return payment;
      };
      for (const { do: act, which } of steps) {
        const payment = createdPayments[which % Math.max(createdPayments.length, 1)];
        if (act === 'begin') await begin();
        else if (act === 'pay') {
          const { id, amount } = await begin();
          await complete(id, amount);
        } else if (!payment) continue;
        else if (act === 'fail') await fail(payment.id);
        else if (act === 'late') await complete(payment.id, payment.amount);
        else if (act === 'refund') await app.given.refunded(payment.id);
        else {
          const before = await figures();
          if (act === 'erase') await erase({ email: payment.voterEmail });
          else {
            const closesAt = new Date(Date.now() - 2 * DAY_MS).toISOString();
            await app.setEvent({ closesAt, retentionDays: 1 });
            await eraseExpired(app.context);
          }
          expect(await figures()).toEqual(before);
        }
        expect(await verifyLedger(app.db)).toEqual([]);
      }
      expect(await verifyPaymentCounts(app.db)).toEqual([]);
    }),
    { numRuns: randomRuns(6), seed: 1 },
  );
});
