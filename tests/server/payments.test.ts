import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPayment, leaseDueChecks, planFor } from '#server/payments/checks/check-payment';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { recordHint } from '#server/payments/checks/record-hint';
import { verifyLedger } from '#server/payments/index';
import { leaseCheck } from '#server/payments/lifecycle/rows/repository';
import { CHECK_LEASE_MS } from '#server/payments/lifecycle/schedule';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import { createMobileMoneyPayment } from '#server/payments/mobile-money/create-mobile-money-payment';
import type { MobileMoneyProvider, ProviderReport } from '#server/payments/providers/provider';
import { mobileMoneyPayment } from '#shared/contracts/payments';
import { nominationTotals, payments } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { aVoteFor, freshPhone } from '../support/given';
import { aPromptRequester, UNKNOWN_CALLER } from '../support/prompt-requester';
import { EVERY_PLAN, openDatabaseWithout } from '../support/query-plans';
import { waitingForLocks } from '../support/waiting-for-locks';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ timeoutMs: 5_000 });
});
afterAll(() => app.close());
beforeEach(() => app.campay.reset());

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

type Vote = ReturnType<typeof aVoteFor>;

async function startPayment(options: { each?: number; nominatedIn?: number; phone?: string } = {}) {
  const artist = await app.given.artist({ nominatedIn: options.nominatedIn ?? 1 });
  const body = aVoteFor(artist.nominations, {
    each: options.each ?? 2,
    phoneNumber: options.phone ?? freshPhone(),
  });
  const answer = await app.http.post('/api/campay-payment').send(body).expect(201);
  const paymentId: string = answer.body.paymentId;
  return { artist, paymentId, body, nomination: artist.nominations[0]! };
}

const statusOf = async (paymentId: string): Promise<string> =>
  (await app.http.get(`/api/payment/${paymentId}/status`).expect(200)).body.status;

/** Waits for the state a voter would see, checking with the provider whenever a poll would. */
const untilStatus = (paymentId: string, status: string) =>
  expect
    .poll(
      async () => {
        await app.given.dueNow(paymentId);
        return statusOf(paymentId);
      },
      { timeout: 60_000 },
    )
    .toBe(status);

const referenceOf = (paymentId: string) =>
  app.campay.transactions().find((transaction) => transaction.externalReference === paymentId)!
    .reference;

describe('a vote paid by mobile money', () => {
  test('is counted once approved, with a receipt code and a history that explains it', async () => {
    const { artist, paymentId } = await startPayment({ each: 3, nominatedIn: 2 });
    expect(await app.given.payment(paymentId)).toMatchObject({
      status: 'pending',
      amount: 600,
      currency: 'XAF',
      totalVotes: 6,
      locale: 'fr',
    });

    await app.campay.approve(referenceOf(paymentId));
    await untilStatus(paymentId, 'completed');

    for (const nomination of artist.nominations) {
      expect(await app.given.votesOf(nomination)).toBe(3);
    }
    const { body } = await app.http.get(`/api/payment/${paymentId}/receipt-code`).expect(200);
    expect(body.receiptCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    const events = await app.given.events(paymentId);
    expect(events.map(({ source, from, to }) => ({ source, from, to }))).toEqual([
      { source: 'create', from: null, to: 'pending' },
      { source: 'attempt', from: 'pending', to: 'pending' },
      { source: 'webhook', from: 'pending', to: 'pending' },
      { source: expect.any(String), from: 'pending', to: 'completed' },
    ]);
  });

  test('is not counted when the payer declines, and the reason is stored', async () => {
    const { paymentId, nomination } = await startPayment();
    await app.campay.decline(referenceOf(paymentId));
    await untilStatus(paymentId, 'failed');
    expect(await app.given.payment(paymentId)).toMatchObject({
      failureReason: 'declined',
      receiptCode: null,
    });
    expect(await app.given.votesOf(nomination)).toBe(0);
  });

  test.each([
    ['677120000', 'completed', null],
    ['677120001', 'failed', 'declined'],
    ['677120002', 'failed', 'insufficient-funds'],
    ['677120004', 'completed', null],
  ])('number %s automatically ends as %s', async (number, status, failureReason) => {
    const { paymentId } = await startPayment({ phone: `237${number}` });
    await untilStatus(paymentId, status);
    expect(await app.given.payment(paymentId)).toMatchObject({ failureReason });
  });

  test('counts when a failure turns out to have been paid', async () => {
    const { paymentId, nomination } = await startPayment({ phone: '237677120005' });
    await expect
      .poll(
        async () => {
          await app.given.dueNow(paymentId);
          await reconcileDue(app.context);
          return (await app.given.payment(paymentId)).status;
        },
        { timeout: 60_000 },
      )
      .toBe('completed');
    expect(await app.given.payment(paymentId)).toMatchObject({ failureReason: null });
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('counts when its webhook arrives before our call has returned', async () => {
    const { paymentId, nomination } = await startPayment({ phone: '237677120006' });
    await untilStatus(paymentId, 'completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
    expect((await app.given.payment(paymentId)).attemptedAt).not.toBeNull();
  });
});

describe('exactly once', () => {
  test('fifty simultaneous confirmations of one payment count once', async () => {
    const { paymentId, nomination } = await startPayment({ each: 4 });
    const outcomes = await Promise.all(
      times(50, () =>
        applyProviderReport(
          app.db,
          paymentId,
          {
            outcome: 'paid',
            money: { amountMinor: 400, currency: 'XAF' },
            providerRef: referenceOf(paymentId),
            evidence: {},
          },
          { source: 'webhook' },
        ),
      ),
    );
    expect(outcomes.filter(({ hasChanged }) => hasChanged)).toHaveLength(1);
    expect(new Set(outcomes.map(({ payment }) => payment.receiptCode)).size).toBe(1);
    expect(await app.given.votesOf(nomination)).toBe(4);
  });

  test('webhooks, polls and the reconciler racing for one payment count it once', async () => {
    const { paymentId, nomination } = await startPayment({ each: 5 });
    app.campay.configure({ webhook: 'none' });
    await app.campay.approve(referenceOf(paymentId));
    const { url, init } = await app.campay.webhookFor(referenceOf(paymentId));
    await Promise.all([
      ...times(20, () => fetch(url, init)),
      ...times(20, () => app.http.get(`/api/payment/${paymentId}/status`)),
      ...times(5, () => reconcileDue(app.context)),
    ]);
    await app.settled();
    await untilStatus(paymentId, 'completed');
    expect(await app.given.votesOf(nomination)).toBe(5);
    const events = await app.given.events(paymentId);
    expect(events.filter(({ from, to }) => from !== to && to === 'completed')).toHaveLength(1);
    expect(
      events.filter(({ source, to }) => source === 'webhook' && to === 'pending'),
    ).toHaveLength(1);
  });

  test('payments for overlapping sets of nominations never deadlock', async () => {
    const artist = await app.given.artist({ nominatedIn: 4 });
    const orders = [artist.nominations, [...artist.nominations].reverse()];
    const started = await Promise.all(
      times(20, (index) =>
        app.http
          .post('/api/campay-payment')
          .send(aVoteFor(orders[index % 2]!, { each: 1 }))
          .expect(201),
      ),
    );
    await Promise.all(
      started.map(({ body }) =>
        applyProviderReport(
          app.db,
          body.paymentId,
          {
            outcome: 'paid',
            money: { amountMinor: 400, currency: 'XAF' },
            providerRef: referenceOf(body.paymentId),
            evidence: {},
          },
          { source: 'webhook' },
        ),
      ),
    );
    for (const nomination of artist.nominations) {
      expect(await app.given.votesOf(nomination)).toBe(20);
    }
  });

  // Whatever order PostgreSQL scans them in, here the highest id first.
  test.each([
    ['counted', 4],
    ['taken back', 2],
  ] as const)(
    'the totals of a payment that is %s are locked in the order of their ids',
    async (what, votesAfter) => {
      const { nominations } = await app.given.artist({ nominatedIn: 8 });
      const highestFirst = nominations.toSorted((a, b) => (a.id < b.id ? 1 : -1));
      const [lowest, ...others] = highestFirst.map(({ id }) => id).toReversed();
      const isCounted = what === 'counted';
      const payment = isCounted
        ? await app.given.pendingPayment(highestFirst)
        : await app.given.completedPayment(highestFirst);
      for (const nomination of highestFirst) await app.given.completedPayment([nomination]);
      const money = { amountMinor: payment.amount, currency: payment.currency };
      const report: ProviderReport = isCounted
        ? { outcome: 'paid', money, providerRef: payment.id, evidence: {} }
        : { outcome: 'reversed', reason: 'refunded', evidence: {} };
      const { db, close } = openDatabaseWithout(app.databaseUrl, ['indexscan', 'indexonlyscan']);
      let moving: Promise<unknown> = Promise.resolve();
      try {
        await app.db.transaction(async (tx) => {
          const locked = async (ids: (string | undefined)[]) => {
            const { rows } = await tx.execute(
              sql`select from ${nominationTotals} where nomination_id = any(${sql.param(ids)}::uuid[])
                for update skip locked`,
            );
            return rows.length;
          };
          expect(await locked([lowest])).toBe(1);
          moving = applyProviderReport(db, payment.id, report, { source: 'reconcile' });
          await expect.poll(() => waitingForLocks(app.db)).toBe(1);
          // The transaction waits for the lowest id, and holds none of the other locks.
          expect(await locked(others)).toBe(others.length);
        });
        await moving;
      } finally {
        await moving.catch(() => undefined);
        await close();
      }
      for (const nomination of nominations) {
        expect(await app.given.votesOf(nomination)).toBe(votesAfter);
      }
    },
  );

  test('a receipt code that is taken is replaced by another', async () => {
    const first = await startPayment();
    const second = await startPayment();
    const codes = ['AAAAAAAAAA', 'AAAAAAAAAA', 'AAAAAAAAAA', 'BBBBBBBBBB'];
    const makeReceiptCode = () => codes.shift()!;
    for (const { paymentId } of [first, second]) {
      await applyProviderReport(
        app.db,
        paymentId,
        {
          outcome: 'paid',
          money: { amountMinor: 200, currency: 'XAF' },
          providerRef: referenceOf(paymentId),
          evidence: {},
        },
        { source: 'webhook', makeReceiptCode },
      );
    }
    expect((await app.given.payment(second.paymentId)).receiptCode).toBe('BBBBBBBBBB');
  });
});

describe('the provider is checked at most once per interval', () => {
  test('however many polls arrive at the same moment', async () => {
    const { paymentId } = await startPayment();
    const before = app.campay.callCount('transaction');
    const begun = performance.now();
    await Promise.all(times(30, () => statusOf(paymentId)));
    await app.settled();
    const asked = app.campay.callCount('transaction') - before;
    expect(asked).toBeGreaterThan(0);
    const intervalMs = app.context.mobileMoney[0]!.checkIntervalMs;
    // Once, except on a machine so slow that the next interval begins meanwhile.
    expect(asked).toBeLessThanOrEqual(1 + Math.floor((performance.now() - begun) / intervalMs));
  });
});

describe('due payments', () => {
  test.each(EVERY_PLAN)('are taken in batches of limited size, $plan', async ({ without }) => {
    const { nominations } = await app.given.artist();
    const due = await Promise.all(times(10, () => app.given.pendingPayment(nominations)));
    await Promise.all(due.map(({ id }) => app.given.dueNow(id)));
    const { db, close } = openDatabaseWithout(app.databaseUrl, without);
    const leasedChecks = await leaseDueChecks(
      { ...app.context, db },
      app.context.mobileMoney[0]!,
      4,
    ).finally(close);
    expect(leasedChecks).toHaveLength(4);
    await reconcileDue(app.context);
  });
});

test('a response that arrives after that of a newer check schedules nothing', async () => {
  app.campay.configure({ webhook: 'none' });
  const { paymentId } = await startPayment();
  const campay = app.context.mobileMoney[0]!;
  let answered: unknown = null;
  const slow: MobileMoneyProvider = {
    ...campay,
    queryPayment: async () => {
      await app.given.dueNow(paymentId);
      // One process does not check a payment twice at once.
      const otherProcess = { ...app.context, checking: new Set<string>() };
      expect(await checkPayment(otherProcess, paymentId, 'poll')).toMatchObject({
        outcome: 'pending',
      });
      answered = await app.given.payment(paymentId);
      return { outcome: 'unknown', evidence: { error: 'timeout' } };
    },
  };
  await app.given.dueNow(paymentId);
  await checkPayment({ ...app.context, mobileMoney: [slow] }, paymentId, 'reconcile');
  expect(answered).toMatchObject({ unansweredSince: null });
  expect(await app.given.payment(paymentId)).toEqual(answered);
});

describe('when a process dies', () => {
  test('between our commit and the call, the payment stays pending and expires after 24 hours', async () => {
    const artist = await app.given.artist();
    const body = mobileMoneyPayment.parse(aVoteFor(artist.nominations));
    const request = { body, idempotencyKey: undefined, caller: UNKNOWN_CALLER };
    const creation = await createMobileMoneyPayment(
      app.context,
      'campay',
      request,
      aPromptRequester(app, body.phoneNumber),
    );
    const { id } = creation.payment;
    await app.given.dueNow(id);
    await reconcileDue(app.context);
    expect((await app.given.payment(id)).status).toBe('pending');

    await app.given.aged(id, '25 hours');
    await app.given.dueNow(id);
    await reconcileDue(app.context);
    expect(await app.given.payment(id)).toMatchObject({
      status: 'failed',
      failureReason: 'expired',
    });
  });

  test.each([
    ['the connection is cut', { kind: 'cut', takesEffect: true }],
    ['the response never arrives', { kind: 'hang', takesEffect: true }],
    ['a gateway responds in HTML', { kind: 'html', status: 502, takesEffect: true }],
    [
      'the JSON is cut in half',
      { kind: 'answer', status: 200, body: '{"refere', takesEffect: true },
    ],
  ] as const)('after acceptance (%s), the payment is found again', async (_what, fault) => {
    await startPayment(); // Leaves the adapter with a valid token.
    app.campay.failNext('collect', fault);
    const { paymentId, nomination } = await startPayment();
    expect(await app.given.payment(paymentId)).toMatchObject({
      status: 'pending',
      providerRef: null,
    });

    app.campay.configure({ webhook: 'none' });
    await app.campay.approve(referenceOf(paymentId));
    await app.given.dueNow(paymentId);
    await reconcileDue(app.context);

    expect((await app.given.payment(paymentId)).status).toBe('completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('between the response and our write, the webhook alone settles the payment', async () => {
    const { paymentId, nomination } = await startPayment();
    await app.db
      .update(payments)
      .set({ providerRef: null, attemptedAt: null })
      .where(eq(payments.id, paymentId));
    await app.campay.approve(referenceOf(paymentId));
    await app.settled();
    await untilStatus(paymentId, 'completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('with another provider configured since, payments are still checked with the former one', async () => {
    app.campay.configure({ webhook: 'none' });
    const { paymentId, nomination } = await startPayment();
    await app.campay.approve(referenceOf(paymentId));

    const { mobileMoney: former, formerMobileMoney } = app.context;
    const chosen = formerMobileMoney.filter(({ name }) => name === 'fapshi');
    const switched = { ...app.context, mobileMoney: chosen, formerMobileMoney: former };
    await app.given.dueNow(paymentId);
    await reconcileDue(switched);
    expect((await app.given.payment(paymentId)).status).toBe('completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('without webhooks and browsers, the reconciler alone settles the payment', async () => {
    app.campay.configure({ webhook: 'none' });
    const { paymentId } = await startPayment();
    await app.campay.approve(referenceOf(paymentId));
    await app.given.dueNow(paymentId);
    expect(await reconcileDue(app.context)).toBeGreaterThan(0);
    expect((await app.given.payment(paymentId)).status).toBe('completed');
  });

  test('while the provider is down the payment stays pending, then is settled', async () => {
    const { paymentId } = await startPayment();
    app.campay.configure({ webhook: 'none' });
    await app.campay.approve(referenceOf(paymentId));
    app.campay.configure({ isUnreachable: true });
    await app.given.dueNow(paymentId);
    await reconcileDue(app.context);
    expect((await app.given.payment(paymentId)).status).toBe('pending');

    app.campay.configure({ isUnreachable: false });
    await untilStatus(paymentId, 'completed');
  });

  test('a voter who pays while the provider is down keeps a recoverable payment', async () => {
    app.campay.configure({ isUnreachable: true });
    const { paymentId } = await startPayment();
    const payment = await app.given.payment(paymentId);
    expect(payment.status).toBe('pending');
    expect(payment.nextCheckAt).not.toBeNull();
  });
});

describe('a provider with false reports', () => {
  test.each([
    ['too little', { reportAmount: 100 }],
    ['too much', { reportAmount: 100_000 }],
    ['a fraction', { reportFields: { amount: '200.50' } }],
    ['another currency', { reportFields: { currency: 'EUR' } }],
  ])(
    'about the money (%s): nothing is counted, and an administrator is told',
    async (_what, lie) => {
      const { paymentId, nomination } = await startPayment();
      app.campay.configure(lie);
      await app.campay.approve(referenceOf(paymentId));
      for (let round = 0; round < 3; round++) {
        await app.given.dueNow(paymentId);
        await reconcileDue(app.context);
      }
      await app.settled();
      expect((await app.given.payment(paymentId)).status).toBe('pending');
      expect(await app.given.votesOf(nomination)).toBe(0);
      const flags = (await app.given.events(paymentId)).filter(
        ({ detail }) => detail.flag === 'amount-mismatch',
      );
      expect(flags).toHaveLength(1);
    },
  );

  test.each(['None', '', null])(
    'about nothing, but without one of our two ids (%j), is trusted because of the other',
    async (nothing) => {
      app.campay.configure({ webhook: 'none', reportFields: { external_user: nothing } });
      const { paymentId } = await startPayment();
      await app.campay.approve(referenceOf(paymentId));
      await app.given.dueNow(paymentId);
      await reconcileDue(app.context);
      expect((await app.given.payment(paymentId)).status).toBe('completed');
    },
  );

  test('about the owner of the payment: nothing is counted', async () => {
    const { paymentId, nomination } = await startPayment();
    app.campay.configure({
      reportFields: { external_reference: 'another', external_user: 'another' },
    });
    await app.campay.approve(referenceOf(paymentId));
    await app.given.dueNow(paymentId);
    await reconcileDue(app.context);
    expect((await app.given.payment(paymentId)).status).toBe('pending');
    expect(await app.given.votesOf(nomination)).toBe(0);
  });
});

describe('a webhook', () => {
  test('with a forged signature is rejected and changes nothing', async () => {
    const { paymentId } = await startPayment();
    app.campay.configure({ webhook: 'forged' });
    await app.campay.approve(referenceOf(paymentId));
    await app.settled();
    const events = await app.given.events(paymentId);
    expect(events.filter(({ source }) => source === 'webhook')).toHaveLength(0);
    expect(app.campay.deliveries().map(({ httpStatus }) => httpStatus)).toEqual([401]);
  });

  test('that reports success for a declined payment is not trusted', async () => {
    const { paymentId, nomination } = await startPayment();
    app.campay.configure({ webhook: 'tampered' });
    await app.campay.decline(referenceOf(paymentId));
    await app.settled();
    await untilStatus(paymentId, 'failed');
    expect(await app.given.votesOf(nomination)).toBe(0);
  });

  test('that arrives during a check of its payment is recorded, whatever the result', async () => {
    app.campay.configure({ webhook: 'none' });
    const { paymentId } = await startPayment();
    const patient = { ...app.context.mobileMoney[0]!, checkIntervalMs: 30_000 };
    await app.given.dueNow(paymentId);
    const asking = (await leaseCheck(app.db, paymentId, [patient], CHECK_LEASE_MS))!;
    const askedAt = asking.lastCheckedAt!;

    const hint = { paymentId, providerRef: null, claim: 'SUCCESSFUL' };
    const hinted = await recordHint(app.context, patient, hint, 'webhook');
    expect(hinted).toMatchObject({ isWorthACheck: true, leased: null });
    // In case the checking process dies.
    const { hintedAt, nextCheckAt } = await app.given.payment(paymentId);
    expect(nextCheckAt).toEqual(new Date(askedAt.getTime() + patient.checkIntervalMs));

    await applyProviderReport(
      app.db,
      paymentId,
      { outcome: 'pending', providerRef: referenceOf(paymentId) },
      {
        source: 'reconcile',
        check: { askedAt, isAnswered: true },
        planNext: planFor(app.context, patient),
      },
    );
    expect(hintedAt).not.toBeNull();
    expect(await app.given.payment(paymentId)).toMatchObject({ hintedAt, nextCheckAt: hintedAt });
  });

  test('is accepted as GET too, which the dashboard can configure', async () => {
    const { paymentId } = await startPayment();
    app.campay.configure({ webhookMethod: 'GET' });
    await app.campay.approve(referenceOf(paymentId));
    await app.settled();
    await untilStatus(paymentId, 'completed');
    const events = await app.given.events(paymentId);
    expect(events.some(({ source }) => source === 'webhook')).toBe(true);
  });

  test('about an unknown payment is answered 200 and ignored', async () => {
    const { paymentId } = await startPayment();
    const { url, init } = await app.campay.webhookFor(referenceOf(paymentId), {
      fields: {
        reference: crypto.randomUUID(),
        external_reference: crypto.randomUUID(),
        external_user: 'None',
      },
    });
    expect((await fetch(url, init)).status).toBe(200);
  });
});

describe('one phone, one prompt', () => {
  test('a second payment for a phone with an open prompt is rejected with an explanation', async () => {
    const { body } = await startPayment();
    const answer = await app.http.post('/api/campay-payment').send(body).expect(409);
    expect(answer.body.code).toBe('prompt-open');
    expect(app.campay.prompts()).toHaveLength(1);
  });

  test('the rejection says when the open prompt lapses', async () => {
    const { body, paymentId } = await startPayment();
    await app.given.aged(paymentId, '4 minutes');
    const answer = await app.http.post('/api/campay-payment').send(body).expect(409);
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test('twenty simultaneous payments for one phone send one prompt', async () => {
    const artist = await app.given.artist();
    const body = aVoteFor(artist.nominations);
    const answers = await Promise.all(
      times(20, () => app.http.post('/api/campay-payment').send(body)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(app.campay.prompts()).toHaveLength(1);
  });

  test('retrying after a decline first checks the old payment, then sends a new prompt', async () => {
    const { paymentId, body } = await startPayment();
    app.campay.configure({ webhook: 'none' });
    await app.campay.decline(referenceOf(paymentId));
    await app.http.post('/api/campay-payment').send(body).expect(201);
    expect((await app.given.payment(paymentId)).status).toBe('failed');
  });
});

describe('an Idempotency-Key', () => {
  test('finds a prompt that the payer has declined, although the server died before it knew', async () => {
    const { nominations } = await app.given.artist();
    const phone = freshPhone();
    const body = aVoteFor(nominations, { phoneNumber: phone });
    const key = crypto.randomUUID();
    const { payment } = await createMobileMoneyPayment(
      app.context,
      'campay',
      { body: mobileMoneyPayment.parse(body), idempotencyKey: key, caller: UNKNOWN_CALLER },
      aPromptRequester(app, phone),
    );
    const report = {
      outcome: 'failed',
      reason: 'declined',
      providerRef: crypto.randomUUID(),
      evidence: {},
    } as const;
    await applyProviderReport(app.db, payment.id, report, { source: 'webhook' });

    const send = () => app.http.post('/api/campay-payment').set('Idempotency-Key', key).send(body);
    expect((await send().expect(201)).body).toEqual({ paymentId: payment.id, status: 'failed' });
    expect(await statusOf(payment.id)).toBe('failed');
  });

  test('sent twenty times at once starts one payment, with the same response for all', async () => {
    const artist = await app.given.artist();
    const body = aVoteFor(artist.nominations);
    const key = crypto.randomUUID();
    const answers = await Promise.all(
      times(20, () =>
        app.http.post('/api/campay-payment').set('Idempotency-Key', key).send(body).expect(201),
      ),
    );
    expect(new Set(answers.map((answer) => answer.body.paymentId)).size).toBe(1);
    expect(app.campay.transactions()).toHaveLength(1);
  });

  test.each([
    ['split', ({ phoneNumber }: Vote) => ({ phoneNumber, each: 3 })],
    ['phone', () => ({ phoneNumber: freshPhone(), each: 2 })],
  ] as const)('used for another %s is rejected, and sends no prompt', async (_what, changes) => {
    const { nominations } = await app.given.artist();
    const body = aVoteFor(nominations, { each: 2 });
    const key = crypto.randomUUID();
    const send = (vote: Vote) =>
      app.http.post('/api/campay-payment').set('Idempotency-Key', key).send(vote);
    await send(body).expect(201);
    const answer = await send(aVoteFor(nominations, changes(body))).expect(409);
    expect(answer.body).toEqual({
      code: 'idempotency-key-reused',
      message: 'This Idempotency-Key belongs to another request',
    });
    expect(app.campay.transactions()).toHaveLength(1);
  });
});

describe('a rejection by the provider', () => {
  test.each([
    ['ER101', 'no-wallet'],
    ['ER102', 'unsupported-operator'],
    ['ER201', 'unavailable'],
  ])('%s is reported to the voter as %s, and again for the same key', async (code, reason) => {
    app.campay.failNext('collect', {
      kind: 'answer',
      status: 400,
      body: { message: 'No', error_code: code },
    });
    const artist = await app.given.artist();
    const body = aVoteFor(artist.nominations);
    const key = crypto.randomUUID();
    for (let round = 0; round < 2; round++) {
      const answer = await app.http
        .post('/api/campay-payment')
        .set('Idempotency-Key', key)
        .send(body)
        .expect(422);
      expect(answer.body.code).toBe(reason);
    }
    const [payment] = await app.db.select().from(payments).where(eq(payments.idempotencyKey, key));
    expect(payment).toMatchObject({ status: 'failed', failureReason: reason });
  });
});

describe('after voting has closed', () => {
  test('no payment starts, but a repeat of one sent in time gets its response', async () => {
    const artist = await app.given.artist();
    const body = aVoteFor(artist.nominations);
    const key = crypto.randomUUID();
    const send = () => app.http.post('/api/campay-payment').set('Idempotency-Key', key).send(body);
    const { body: started } = await send().expect(201);
    await app.setEvent({ closesAt: new Date(Date.now() - 1_000).toISOString() });
    try {
      expect((await send().expect(201)).body.paymentId).toBe(started.paymentId);
      const lateRequest = await app.http
        .post('/api/campay-payment')
        .send(aVoteFor(artist.nominations))
        .expect(409);
      expect(lateRequest.body.code).toBe('voting-closed');
      await app.campay.approve(referenceOf(started.paymentId));
      await untilStatus(started.paymentId, 'completed');
    } finally {
      await app.setEvent({ closesAt: null });
    }
  });
});

test('the totals agree with the ledger after all of this', async () => {
  await app.settled();
  expect(await verifyLedger(app.db)).toEqual([]);
});
