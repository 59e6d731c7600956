import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { rollUpPaymentCounts } from '#server/payment-counts/index';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import type { AdminPayment, VoterTracking } from '#shared/contracts/admin-payments';
import { paymentEvents, payments, refunds } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter } from '../support/card-voter';
import { execute } from '../support/database';
import { aCardVoteFor, aVoteFor } from '../support/given';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let nominations: { id: string }[];
let artistName: string;
let walkers: { id: string }[];
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
  admin = await anAdministrator(app);
  const artist = await app.given.artist({ nominatedIn: 2 });
  nominations = artist.nominations;
  artistName = artist.name;
  walkers = (await app.given.artist({ name: 'Walker Test' })).nominations;
});
afterAll(() => app.close());

/** Separate dates for each test: payments with a history cannot be deleted between tests. */
let day = 0;
let midnight: Date;
beforeEach(() => {
  midnight = new Date(Date.UTC(2025, 0, 1 + day++));
});
const at = (time: string) => new Date(`${midnight.toISOString().slice(0, 10)}T${time}Z`);
const today = () => ({
  from: midnight.toISOString(),
  to: new Date(midnight.getTime() + 86_400_000).toISOString(),
});

const CARD = { provider: 'stripe', currency: 'USD' as const, amount: 100 };
const FAILED = {
  status: 'failed' as const,
  failureReason: 'declined',
  settledAt: new Date(),
};
const completed = () => ({
  status: 'completed' as const,
  receiptCode: randomUUID().slice(0, 10).toUpperCase(),
  completedAt: midnight,
  settledAt: midnight,
});

const track = async (filters: Record<string, string | number>): Promise<VoterTracking> => {
  const asked =
    'search' in filters
      ? admin.post('/api/voter-tracking/search').send(filters)
      : admin.get('/api/voter-tracking').query(filters);
  return (await asked.expect(200)).body;
};
const idsOf = ({ recentPayments }: VoterTracking) => recentPayments.map(({ id }) => id);

/** An id that contains no searched number by chance. */
const idOfLetters = () =>
  randomUUID()
    .replace(/\d/g, (digit) => 'bcdef'[Number(digit) % 5]!)
    .replace(/^(.{14}).(.{4})./, '$14$2a');

const pending = (values: Parameters<TestApp['given']['pendingPayment']>[1] = {}) =>
  app.given.pendingPayment(nominations, { createdAt: at('12:00'), ...values });

/** Delays recording that the provider accepted, so that its webhook arrives first. */
async function stallAttempts(): Promise<void> {
  await execute(
    app.ownerUrl,
    `create function stall() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.5); return null; end $$;
    create trigger stall before update of attempted_at on payments
    for each statement execute function stall()`,
  );
  onTestFinished(() => execute(app.ownerUrl, 'drop function stall cascade'));
}

/** One payment of each kind, in the order of their creation. */
async function oneOfEach() {
  const kinds = {
    abandoned: {},
    attempted: { attemptedAt: at('12:05') },
    completed: { attemptedAt: at('12:05'), ...completed() },
    failed: { attemptedAt: at('12:05'), ...FAILED },
    cardAbandoned: CARD,
    cardAttempted: { ...CARD, attemptedAt: at('12:05') },
    cardCompleted: { ...CARD, attemptedAt: at('12:05'), ...completed() },
    cardFailed: { ...CARD, ...FAILED },
  };
  const ids = new Map<string, string>();
  for (const [minute, [name, values]] of Object.entries(kinds).entries()) {
    const { id } = await pending({ ...values, createdAt: at(`12:0${minute}`) });
    ids.set(id, name);
  }
  return ids;
}

describe('the list of payments', () => {
  test('contains everything about a payment that an administrator needs', async () => {
    const values = {
      voterEmail: 'Marie@example.cm',
      phoneNumber: '237677123456' as const,
      deviceTimestamp: at('11:59'),
      ipAddress: '41.202.1.1',
      attemptedAt: at('12:00:01'),
    };
    const { id } = await pending(values);
    await applyProviderReport(
      app.db,
      id,
      {
        outcome: 'paid',
        money: { amountMinor: 1, currency: 'XAF' },
        providerRef: 'x',
        evidence: {},
      },
      { source: 'poll' },
    );
    const { recentPayments } = await track(today());
    expect(recentPayments).toEqual([
      {
        id,
        provider: 'mobile-money',
        providerName: 'campay',
        amount: 400,
        currency: 'XAF',
        totalVotes: 4,
        artists: [artistName],
        voterEmail: 'Marie@example.cm',
        phoneNumber: '237677123456',
        deviceTimestamp: at('11:59').toISOString(),
        ipAddress: '41.202.1.1',
        status: 'pending',
        attemptedAt: at('12:00:01').toISOString(),
        failureReason: null,
        declineReason: null,
        receiptCode: null,
        providerRef: 'x',
        createdAt: at('12:00').toISOString(),
        completedAt: null,
        recoveredAt: null,
        erasedAt: null,
        flags: ['amount-mismatch'],
      } satisfies AdminPayment,
    ]);
  });

  test.each<[Record<string, string>, string[]]>([
    [
      {},
      [
        'cardFailed',
        'cardCompleted',
        'cardAttempted',
        'cardAbandoned',
        'failed',
        'completed',
        'attempted',
        'abandoned',
      ],
    ],
    [{ provider: 'card' }, ['cardFailed', 'cardCompleted', 'cardAttempted', 'cardAbandoned']],
    [{ provider: 'mobile-money' }, ['failed', 'completed', 'attempted', 'abandoned']],
    [{ status: 'completed' }, ['cardCompleted', 'completed']],
    [{ status: 'failed' }, ['cardFailed', 'failed']],
    [{ status: 'pending' }, ['cardAttempted', 'cardAbandoned', 'attempted', 'abandoned']],
    [{ attempt: 'attempted' }, ['cardAttempted', 'attempted']],
    [{ attempt: 'abandoned' }, ['cardAbandoned', 'abandoned']],
    [{ provider: 'card', status: 'completed' }, ['cardCompleted']],
    [{ provider: 'mobile-money', attempt: 'abandoned' }, ['abandoned']],
    [{ status: 'completed', attempt: 'attempted' }, []],
  ])('filtered by %o contains the matching payments, and their number', async (filters, names) => {
    const ids = await oneOfEach();
    for (const folding of [async () => undefined, () => rollUpPaymentCounts(app.db)]) {
      await folding();
      const found = await track({ ...today(), ...filters });
      expect(idsOf(found).map((id) => ids.get(id))).toEqual(names);
      const ofStatus = (status: string) =>
        found.recentPayments.filter((payment) => payment.status === status).length;
      expect(found.summary).toEqual({
        matching: names.length,
        isEstimate: false,
        completed: ofStatus('completed'),
        pending: ofStatus('pending'),
        failed: ofStatus('failed'),
      });
    }
  });

  test('is limited to the exact moments of from (inclusive) and to (exclusive)', async () => {
    const first = await pending({ createdAt: at('10:20') });
    const second = await pending({ createdAt: at('10:40') });
    const found = async (from: string, to: string) => {
      const result = await track({ from: at(from).toISOString(), to: at(to).toISOString() });
      expect(result.summary.matching).toBe(result.recentPayments.length);
      return idsOf(result);
    };
    expect(await found('10:20', '10:40')).toEqual([first.id]);
    expect(await found('10:20:00.001', '10:40:00.001')).toEqual([second.id]);
    expect(await found('09:00', '11:00')).toEqual([second.id, first.id]);
    expect(await found('11:00', '09:00')).toEqual([]);
  });

  test.each<[what: string, search: (id: string) => string, isFound: boolean]>([
    ['a whole id', (id) => id, true],
    ['a whole id in capitals', (id) => id.toUpperCase(), true],
    ['the first 8 characters of an id', (id) => id.slice(0, 8), true],
    ['an id with a part of its second group', (id) => id.slice(0, 11), true],
    ['the end of an id', (id) => id.slice(9), true],
    ['an id without its hyphens', (id) => id.replaceAll('-', ''), true],
    ['a whole e-mail', () => 'marie.ngo_1@example.cm', true],
    ['the beginning of an e-mail in another case', () => 'MARIE.n', true],
    ['spaces around it', () => '  marie.ngo ', true],
    ['the end of an e-mail', () => '_1@EXAMPLE.cm', true],
    ['the middle of an e-mail', () => 'ngo', true],
    ['an underscore as a wildcard', () => 'marie_ngo', false],
    ['an underscore in place of a character', () => 'mar_e', false],
    ['a percent sign between', () => 'mar%ngo', false],
    ['a backslash before', () => '\\marie', false],
    ['a receipt code', () => 'FFMP0E9BW7', true],
    ['a receipt code as it is written', () => '#ffmp0e9bw7', true],
    ['a part of a receipt code', () => 'p0e9', true],
    ['the reference of the provider', () => 'c2a4378de0c24438', true],
    ['a part of it', () => '4378de', true],
    ['the number in the SMS of the operator', () => '10844752841', true],
    ['a part of that', () => '4475284', true],
    ['the name of an artist', () => 'walker TEST', true],
    ['a part of a name', () => 'ker te', true],
    ['the first character of the e-mail', () => 'm', true],
    ['the first two', () => 'MA', true],
    ['two from its middle', () => 'ng', false],
    ['the first two of the name of an artist', () => 'wa', true],
    ['an underscore alone', () => '_', false],
    ['the middle of a number', () => '712345', true],
    ['the last four digits of a number', () => '34 56', true],
    ['a national number with a zero', () => '0677123456', true],
    ['a percent sign', () => '%', false],
    ['a backslash', () => '\\', false],
    ['a number as people write it', () => '6 77 12 34 56', true],
    ['a number with country code', () => '+237 677-123-456', true],
    ['a number with 00 and country code', () => '00237677123456', true],
    ['a number with a bracketed zero', () => '+237 (0) 677 123 456', true],
    ['a number with the country code twice', () => '+237237677123456', true],
    ['the beginning of a number', () => '67712', true],
    ['the beginning of one with a plus', () => '+23767', true],
    ['a number of another country', () => '+677 123 456', false],
    ['the beginning of one', () => '+677', false],
    ['the first two of one', () => '+67', false],
    ['one of another country with 00', () => '00 677 123', false],
    ['the beginning of a number with country code', () => '237677', true],
    ['another number', () => '677123457', false],
    ['a quote', () => `' or 1=1 --`, false],
  ])('searched for %s finds the payment, or not, as expected', async (_what, search, isFound) => {
    const { id } = await app.given.pendingPayment(walkers, {
      createdAt: at('12:00'),
      voterEmail: 'Marie.Ngo_1@example.cm',
      phoneNumber: '237677123456',
      providerRef: 'c2a4378de0c24438',
      ...completed(),
      receiptCode: 'FFMP0E9BW7',
    });
    await app.db.insert(paymentEvents).values({
      paymentId: id,
      from: 'pending',
      to: 'completed',
      source: 'poll',
      detail: { operatorReference: '10844752841' },
    });
    onTestFinished(async () => {
      // Each code belongs to one payment.
      await app.db
        .update(payments)
        .set({ receiptCode: null, status: 'failed', failureReason: 'expired', providerRef: null })
        .where(eq(payments.id, id));
    });
    await pending({ id: idOfLetters(), voterEmail: 'paul@other.cm', phoneNumber: '237699000000' });
    const found = await track({ ...today(), search: search(id) });
    expect(idsOf(found)).toEqual(isFound ? [id] : []);
    expect(found.summary).toMatchObject({ matching: isFound ? 1 : 0, isEstimate: false });
  });

  test('a whole value is not searched for as a part of others', async () => {
    const long = await pending({ createdAt: at('12:00'), voterEmail: 'grand.paul@whole.cm' });
    expect(idsOf(await track({ ...today(), search: 'paul@whole.cm' }))).toEqual([long.id]);
    const whole = await pending({ createdAt: at('12:00'), voterEmail: 'Paul@whole.cm' });
    expect(idsOf(await track({ ...today(), search: 'paul@whole.cm' }))).toEqual([whole.id]);
  });

  test('deleted data of a voter is not found any more', async () => {
    const voterEmail = 'leaver@example.cm';
    const phoneNumber = '237655443322' as const;
    const { id } = await pending({ voterEmail, phoneNumber, ...FAILED });
    for (const search of ['eaver@', '554433']) {
      expect(idsOf(await track({ ...today(), search }))).toEqual([id]);
    }
    await admin.post('/api/admin/voters/erase').send({ email: voterEmail }).expect(200);
    for (const search of ['eaver@', 'le', '554433', phoneNumber]) {
      expect(idsOf(await track({ ...today(), search }))).toEqual([]);
    }
  });

  test('finds payments whose money was or will be returned', async () => {
    await oneOfEach();
    const reversed = await pending({ ...completed(), receiptCode: null, ...FAILED });
    const asked = await pending({ ...CARD, ...completed(), createdAt: at('12:20') });
    await app.db.insert(refunds).values({ paymentId: asked.id, attempt: 1 });
    const found = await track({ ...today(), look: 'refunds' });
    expect(idsOf(found)).toEqual([asked.id, reversed.id]);
    expect(found.summary).toEqual({
      matching: 2,
      isEstimate: false,
      completed: 1,
      pending: 0,
      failed: 1,
    });
    expect(idsOf(await track({ ...today(), look: 'refunds', status: 'failed' }))).toEqual([
      reversed.id,
    ]);
  });

  test('finds cards that a bank declined, with the reason', async () => {
    const ids = await oneOfEach();
    const [declined] = [...ids].find(([, name]) => name === 'cardAttempted')!;
    for (const reason of ['wrong-cvc', 'insufficient-funds']) {
      await app.db.insert(paymentEvents).values({
        paymentId: declined,
        from: 'pending',
        to: 'pending',
        source: 'webhook',
        detail: { claim: randomUUID(), claimedReference: null, reason },
      });
    }
    await pending({ ...CARD, ...FAILED, failureReason: 'expired' });
    const found = await track({ ...today(), look: 'declined' });
    expect(
      found.recentPayments.map(({ id, declineReason }) => [ids.get(id), declineReason]),
    ).toEqual([
      ['cardFailed', null],
      ['cardAttempted', 'insufficient-funds'],
    ]);
    expect(idsOf(await track({ ...today(), look: 'declined', search: declined }))).toEqual([
      declined,
    ]);
  });

  test('can be sorted oldest first as well', async () => {
    const ids = [...(await oneOfEach()).keys()];
    const first = await track({ ...today(), order: 'oldest', limit: 5 });
    const secondPage = await track({
      ...today(),
      order: 'oldest',
      limit: 5,
      cursor: first.nextCursor ?? '',
    });
    expect([...idsOf(first), ...idsOf(secondPage)]).toEqual(ids);
    expect(secondPage.nextCursor).toBeNull();
    const cards = await track({ ...today(), order: 'oldest', provider: 'card', limit: 5 });
    expect(idsOf(cards)).toEqual(ids.slice(4));
  });

  test('a search is filtered like everything else', async () => {
    const voterEmail = 'fan@example.cm';
    await pending({ voterEmail });
    const { id } = await pending({ voterEmail, ...FAILED });
    const found = await track({ ...today(), search: 'fan', status: 'failed' });
    expect(idsOf(found)).toEqual([id]);
    expect(found.summary).toMatchObject({ matching: 1, failed: 1, pending: 0 });
  });

  test.each<Record<string, string>>([{}, { provider: 'mobile-money' }, { search: 'page' }])(
    'is paginated without gaps or repeats while payments come in (%o)',
    async (filters) => {
      const voterEmail = 'page@example.cm';
      const expectedIds: string[] = [];
      // Several at one moment, and moments that differ only by microseconds.
      for (let index = 0; index < 25; index++) {
        const { id } = await pending({ voterEmail });
        await app.db
          .update(payments)
          .set({
            createdAt: sql`${at('12:00').toISOString()}::timestamptz + ${index % 5} * interval '1 microsecond'`,
          })
          .where(eq(payments.id, id));
        expectedIds.push(id);
      }
      const listedIds: string[] = [];
      let cursor: string | null = null;
      do {
        const page: VoterTracking = await track({
          ...today(),
          ...filters,
          limit: 4,
          ...(cursor ? { cursor } : {}),
        });
        listedIds.push(...idsOf(page));
        cursor = page.nextCursor;
        await pending({ voterEmail, createdAt: at('13:00') });
      } while (cursor);
      expect(listedIds).toHaveLength(25);
      expect(new Set(listedIds)).toEqual(new Set(expectedIds));
    },
  );

  test('counts only roughly when a search finds too many, and says so', async () => {
    await app.db.execute(sql`
      insert into payments (provider, amount, total_votes, voter_email, created_at, status, failure_reason, settled_at)
      select 'campay', 100, 1, 'crowd' || n || '@example.cm', ${at('12:00').toISOString()}::timestamptz,
        case when n % 4 = 0 then 'failed' else 'pending' end,
        case when n % 4 = 0 then 'declined' end,
        case when n % 4 = 0 then now() end
      from generate_series(1, 2000) as n`);
    await execute(app.ownerUrl, 'analyze payments');
    const { summary, recentPayments } = await track({ ...today(), search: 'crowd', limit: 20 });
    expect(recentPayments).toHaveLength(20);
    expect(summary.isEstimate).toBe(true);
    expect(summary.matching).toBeGreaterThan(1_000);
    expect(summary.matching).toBeLessThan(4_000);
    expect((await track({ ...today(), limit: 1 })).summary).toEqual({
      matching: 2_000,
      isEstimate: false,
      completed: 0,
      pending: 1_500,
      failed: 500,
    });
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'provider=cash',
    'status=lost',
    'look=away',
    'order=amount',
    'attempt=maybe',
    'from=yesterday',
    'cursor=nonsense',
    'cursor=2025-01-01T00:00:00.000000Z_nonsense',
    'cursor=2025-13-01T00:00:00.000000Z_00000000-0000-4000-8000-000000000000',
    'status=failed&status=pending',
    // Browser histories and access logs store addresses, so none may contain a search text.
    'search=237677123456',
  ])('rejects %s', async (query) => {
    const { body } = await admin.get(`/api/voter-tracking?${query}`).expect(400);
    expect(body.issues).toHaveLength(1);
  });

  test.each([
    {},
    { search: '\0' },
    { search: 'a'.repeat(255) },
    { search: 'a', limit: 0 },
    { search: 'a', cursor: 'nonsense' },
    { search: 'a', status: 'lost' },
    { search: 'a', other: 1 },
  ])('rejects a search for %j', async (search) => {
    const { body } = await admin.post('/api/voter-tracking/search').send(search).expect(400);
    expect(body.issues).toHaveLength(1);
  });

  test('reports completed payments by method, whatever is filtered', async () => {
    const before = (await track({ search: 'nobody' })).paymentMethodStats;
    await pending({ ...CARD, ...completed() });
    await pending(completed());
    await pending(FAILED);
    const after = (await track({ search: 'nobody', status: 'failed' })).paymentMethodStats;
    const [card, mobileMoney] = before;
    expect(after).toEqual([
      { provider: 'card', count: card!.count + 1, totalAmount: card!.totalAmount + 100 },
      {
        provider: 'mobile-money',
        count: mobileMoney!.count + 1,
        totalAmount: mobileMoney!.totalAmount + 400,
      },
    ]);
  });

  test('keeps the search text out of the log', async () => {
    const search = (body: object) => admin.post('/api/voter-tracking/search').send(body);
    await search({ search: 'secret@example.cm' }).expect(200);
    await search({ search: '237677999888', limit: 0 }).expect(400);
    await admin.post('/api/admin/payments.csv').send({ search: '677999888' }).expect(200);
    await admin.get('/api/voter-tracking?search=secret%40example.cm').expect(400);
    expect(app.logs.join('')).not.toMatch(/secret|677999888/);
  });
});

describe('the export for accounting', () => {
  const account = async (body: object): Promise<string[]> => {
    const { text, headers } = await admin
      .post('/api/admin/accounting.csv')
      .send({ ...today(), ...body })
      .expect(200);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename=accounting-\d{4}-\d{2}-\d{2}\.csv$/,
    );
    return text.replace('\uFEFF', '').split('\r\n');
  };

  test('has numbers as numbers, and times in the chosen time zone', async () => {
    const artist = await app.given.artist({ name: '=Marie, "la" Voix' });
    const paid = await app.given.pendingPayment(artist.nominations, {
      ...CARD,
      ...completed(),
      amount: 123_450,
      receiptCode: 'ABC123XYZ8',
      completedAt: at('23:30'),
      createdAt: at('12:01'),
      providerRef: 'pi_1',
      voterEmail: 'marie@example.cm',
    });
    const open = await pending({ amount: 1_234_500, createdAt: at('12:00') });
    const day = midnight.toISOString().slice(0, 10);
    const next = new Date(midnight.getTime() + 86_400_000).toISOString().slice(0, 10);
    expect(await account({ timezone: 'Africa/Lagos' })).toEqual([
      'Payment ID,Receipt Code,Completed At (Africa/Lagos),Created At (Africa/Lagos),Method,Provider,Provider Reference,Status,Failure Reason,Artist,Votes,Amount,Currency',
      `${paid.id},ABC123XYZ8,${next} 00:30:00,${day} 13:01:00,Card,stripe,pi_1,completed,,"'=Marie, ""la"" Voix",2,1234.50,USD`,
      `${open.id},,,${day} 13:00:00,Mobile Money,campay,,pending,,${artistName},4,1234500,XAF`,
      '',
    ]);
    expect((await account({ timezone: 'UTC' }))[1]).toContain(`,${day} 23:30:00,${day} 12:01:00,`);
    expect(await account({ timezone: 'UTC', status: 'pending' })).toHaveLength(3);
    expect(await account({ timezone: 'UTC', search: 'arie@' })).toHaveLength(3);
  });

  test.each([{}, { timezone: 'Mars' }, { timezone: 'UTC', status: 'lost' }])(
    'rejects %j',
    async (body) => {
      await admin.post('/api/admin/accounting.csv').send(body).expect(400);
    },
  );
});

describe('the export', () => {
  const HEADER =
    'Payment ID,Provider,Amount,Email,Phone,Device Time,IP Address,Status,Attempted,Failure Reason,Receipt Code,Created At\r\n';

  async function exported(query: Record<string, string> = {}): Promise<string> {
    const { body } = await admin
      .get('/api/admin/payments.csv')
      .query({ ...today(), ...query })
      .buffer(true)
      .parse((res, done) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => done(null, Buffer.concat(chunks)));
      })
      .expect(200);
    return body.toString('utf8');
  }

  test('has the agreed columns, bytes and name', async () => {
    const first = await pending({ createdAt: at('12:00') });
    const second = await pending({
      ...CARD,
      amount: 123_450,
      attemptedAt: at('12:02'),
      ...completed(),
      receiptCode: 'ABC123XYZ9',
      voterEmail: 'marie@example.cm',
      deviceTimestamp: at('11:58'),
      ipAddress: '41.202.1.1',
      createdAt: at('12:01'),
    });
    const third = await pending({
      amount: 1_234_500,
      phoneNumber: '237677123456',
      ...FAILED,
      createdAt: at('12:02'),
    });
    const day = midnight.toISOString().slice(0, 10);
    expect(await exported()).toBe(
      `\uFEFF${HEADER}` +
        `${third.id},Mobile Money,"1,234,500 CFA",N/A,237677123456,N/A,N/A,failed,No,declined,N/A,${day}T12:02:00.000Z\r\n` +
        `${second.id},Card,$1234.50,marie@example.cm,N/A,${day}T11:58:00.000Z,41.202.1.1,completed,Yes,N/A,ABC123XYZ9,${day}T12:01:00.000Z\r\n` +
        `${first.id},Mobile Money,400 CFA,N/A,N/A,N/A,N/A,pending,No,N/A,N/A,${day}T12:00:00.000Z\r\n`,
    );
    const { headers } = await admin.get('/api/admin/payments.csv').query(today()).expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename=voter-tracking-\d{4}-\d{2}-\d{2}\.csv$/,
    );
    expect(headers['cache-control']).toBe('no-store');
  });

  test('prevents a hostile value from being a formula, a second cell or a second line', async () => {
    await pending({
      voterEmail: '=HYPERLINK("https://evil.example";"x")@example.cm',
      ipAddress: '@SUM(1)\r\n=2,3',
    });
    const [, line] = (await exported()).split(/\r\n(?=[0-9a-f]{8}-)/);
    expect(line).toContain(`,"'=HYPERLINK(""https://evil.example"";""x"")@example.cm",`);
    expect(line).toContain(`,"'@SUM(1)\r\n'=2,3",`);
  });

  test('without payments is only the header', async () => {
    expect(await exported()).toBe(`\uFEFF${HEADER}`);
  });

  test('has every matching payment once, through many batches', async () => {
    await app.db.execute(sql`
      insert into payments (provider, amount, total_votes, created_at, attempted_at)
      select case when n % 2 = 0 then 'stripe' else 'campay' end, 100, 1,
        ${at('12:00').toISOString()}::timestamptz + (n % 7) * interval '1 microsecond', now()
      from generate_series(1, 5002) as n`);
    const linesOf = async (query: Record<string, string>) =>
      (await exported(query)).split('\r\n').slice(1, -1);
    const all = await linesOf({});
    expect(all).toHaveLength(5_002);
    expect(new Set(all.map((line) => line.slice(0, 36))).size).toBe(5_002);
    expect(await linesOf({ provider: 'card' })).toHaveLength(2_501);
    expect(await linesOf({ attempt: 'abandoned' })).toHaveLength(0);
  });

  test('is stopped silently when the client disconnects', async () => {
    await app.db.execute(sql`
      insert into payments (provider, amount, total_votes, created_at, user_agent)
      select 'campay', 100, 1, ${at('12:00').toISOString()}::timestamptz, repeat('x', 100)
      from generate_series(1, 20000)`);
    app.logs.length = 0;
    const leaving = new AbortController();
    const { from, to } = today();
    const url = `${app.url}/api/admin/payments.csv?from=${from}&to=${to}`;
    const response = await fetch(url, {
      headers: { Cookie: admin.cookie, 'Accept-Encoding': 'identity' },
      signal: leaving.signal,
    });
    await response.body!.getReader().read();
    leaving.abort();
    await expect.poll(() => app.logs.join('')).toContain('"isAborted":true');
    expect(app.logs.join('')).not.toContain('request failed');
  });

  test('applies the search text, which is in no address', async () => {
    const { id } = await pending({ phoneNumber: '237677123456' });
    await pending({ phoneNumber: '237677999888' });
    const { text, headers } = await admin
      .post('/api/admin/payments.csv')
      .send({ ...today(), search: '677123' })
      .expect(200);
    expect(text).toMatch(new RegExp(`^\uFEFF${HEADER}${id},.*\r\n$`));
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    await admin.get('/api/admin/payments.csv?search=677123').expect(400);
  });

  test('rejects unknown filters', async () => {
    await admin.get('/api/admin/payments.csv?status=lost').expect(400);
    await admin.post('/api/admin/payments.csv').send({ search: 'a', status: 'lost' }).expect(400);
  });
});

describe('the history of a payment', () => {
  test('contains what was bought, what happened, and what can be done', async () => {
    const { id } = await app.given.completedPayment(nominations, {
      ...CARD,
      userAgent: 'Test browser',
      locale: 'fr',
    });
    const { body } = await admin.get(`/api/admin/payments/${id}`).expect(200);
    expect(body.payment).toMatchObject({
      id,
      provider: 'card',
      providerName: 'stripe',
      status: 'completed',
      userAgent: 'Test browser',
      locale: 'fr',
      checkCount: 0,
      nextCheckAt: null,
      flags: [],
    });
    expect(body.payment.providerRef).toEqual(expect.any(String));
    expect(body.payment.completedAt).toEqual(expect.any(String));
    expect(body.votes).toHaveLength(2);
    expect(body.votes[0]).toEqual({
      nominationId: expect.any(String),
      artistName: expect.any(String),
      categoryName: expect.any(String),
      categoryNameFr: null,
      voteCount: 2,
    });
    expect(body.events).toMatchObject([
      { from: 'pending', to: 'completed', source: 'reconcile', detail: {} },
    ]);
    expect(body).toMatchObject({ canRefund: true, isRefundPending: false });
  });

  test('is in the order of events, although the call is recorded after the webhook', async () => {
    await stallAttempts();
    const { body: started } = await app.http
      .post('/api/campay-payment')
      .send(aVoteFor(nominations, { phoneNumber: '237677880106' }))
      .expect(201);
    await expect
      .poll(async () => (await app.given.payment(started.paymentId)).status)
      .toBe('completed');
    await app.settled();
    const { body } = await admin.get(`/api/admin/payments/${started.paymentId}`).expect(200);
    expect(body.events).toMatchObject([
      { source: 'create', from: null },
      { source: 'attempt', detail: { outcome: 'accepted' } },
      { source: 'webhook', detail: { claim: expect.any(String) } },
      { to: 'completed' },
    ]);
    const [, attempt] = body.events;
    expect(body.payment.attemptedAt).toBe(attempt.at);
  });

  test.each([
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8::9', '2001:db8::9'],
  ])('has the address of %s as %s', async (from, ipAddress) => {
    const { body: started } = await app.http
      .post('/api/campay-payment')
      .set('X-Forwarded-For', from)
      .send(aVoteFor(nominations))
      .expect(201);
    expect((await app.given.payment(started.paymentId)).ipAddress).toBe(ipAddress);
    const { body: session } = await aCardVoter(app)
      .send(aCardVoteFor(nominations))
      .set('X-Forwarded-For', from)
      .expect(200);
    const { body } = await admin.get(`/api/admin/payments/${session.paymentId}`).expect(200);
    expect(body.payment.ipAddress).toBe(ipAddress);
  });

  test('offers no refund for mobile money', async () => {
    const { id } = await app.given.completedPayment(nominations);
    const { body } = await admin.get(`/api/admin/payments/${id}`).expect(200);
    expect(body).toMatchObject({ canRefund: false, isRefundPending: false });
  });

  test('of an unknown payment gets a 404, of an invalid id a 400', async () => {
    await admin.get(`/api/admin/payments/${randomUUID()}`).expect(404);
    await admin.get('/api/admin/payments/1').expect(400);
  });
});

test('the log names each round of checks, and the payment of every line', async () => {
  const { nominations: nominated } = await app.given.artist();
  const unknown = { providerRef: randomUUID(), phoneNumber: '237677123456' as const };
  const payments = [
    await app.given.pendingPayment(nominated, unknown),
    await app.given.pendingPayment(nominated, { ...unknown, providerRef: randomUUID() }),
  ];
  const round = async () => {
    app.logs.length = 0;
    for (const { id } of payments) await app.given.dueNow(id);
    await reconcileDue(app.context);
    const lines = app.logs.map((line) => JSON.parse(line));
    return lines.filter(({ paymentId }) => payments.some(({ id }) => id === paymentId));
  };
  const [first, second] = [await round(), await round()];
  for (const lines of [first, second]) {
    expect(new Set(lines.map(({ paymentId }) => paymentId)).size).toBe(2);
    expect(new Set(lines.map(({ runId }) => runId)).size).toBe(1);
    expect(JSON.stringify(lines)).not.toContain('677123456');
  }
  expect(first[0].runId).toEqual(expect.any(String));
  expect(first[0].runId).not.toBe(second[0].runId);
});

test.each([
  ['GET', '/api/stats'],
  ['GET', '/api/admin/analytics'],
  ['GET', '/api/voter-tracking'],
  ['POST', '/api/voter-tracking/search'],
  ['GET', '/api/admin/payments.csv'],
  ['POST', '/api/admin/payments.csv'],
  ['GET', `/api/admin/payments/${randomUUID()}`],
  ['POST', `/api/admin/payments/${randomUUID()}/refund`],
  ['POST', '/api/admin/check-campay-payments'],
])('%s %s is only for administrators', async (method, path) => {
  const { status } = await fetch(`${app.url}${path}`, { method });
  expect(status).toBe(401);
});
