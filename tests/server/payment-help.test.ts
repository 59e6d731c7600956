import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPhone } from '#server/payments/index';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import { type HelpedPayment, type PaymentHelp, paymentHelp } from '#shared/contracts/payment-help';
import type { FailureReason } from '#shared/domain/payment';
import { paymentEvents, rateLimits } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { aVoteFor, freshPhone } from '../support/given';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const search = (question: object) => app.http.post('/api/payment-help').send(question);
const help = async (question: object): Promise<PaymentHelp> =>
  (await search(question).expect(200)).body;
async function findPayment(question: object): Promise<HelpedPayment> {
  const answer = await help(question);
  expect(answer).toEqual(paymentHelp.parse(answer));
  expect(answer.payment).not.toBeNull();
  return answer.payment!;
}
const stepsOf = ({ story }: HelpedPayment) => story.map(({ step }) => step);

/** A payment as voters make it, up to the prompt. */
async function startPayment(phoneNumber = freshPhone()) {
  const { nominations } = await app.given.artist();
  const body = aVoteFor(nominations, { phoneNumber });
  const answer = await app.http.post('/api/campay-payment').send(body);
  const [transaction] = app.campay.transactions().slice(-1);
  return { id: String(answer.body.paymentId), phoneNumber, transaction: transaction! };
}

/** Checks it with the provider, as if there had been no recent check. */
async function asked(id: string) {
  await app.given.dueNow(id);
  await app.http.get(`/api/payment/${id}/status`).expect(200);
  await app.settled();
}

async function payAndConfirm(phoneNumber = freshPhone()) {
  const payment = await startPayment(phoneNumber);
  await app.campay.approve(payment.transaction.reference);
  await app.settled();
  await asked(payment.id);
  const { receiptCode, status } = await app.given.payment(payment.id);
  expect(status).toBe('completed');
  return { ...payment, receiptCode: receiptCode! };
}

async function failPayment(
  reason: FailureReason,
  options: { source?: 'attempt' | 'reconcile' } = {},
) {
  const { nominations } = await app.given.artist();
  const phone = freshPhone();
  const { id } = await app.given.pendingPayment(nominations, {
    phoneNumber: phone,
    phoneHash: hashPhone(phone, app.config.phoneHashKey),
  });
  await applyProviderReport(
    app.db,
    id,
    { outcome: 'failed', reason, providerRef: null, evidence: {} },
    { source: options.source ?? 'reconcile' },
  );
  return { id, phone };
}

describe('by reference', () => {
  test('a payment is found by its id, in any spelling', async () => {
    const { id } = await payAndConfirm();
    for (const reference of [id, id.toUpperCase(), ` ${id}\t`]) {
      expect((await findPayment({ reference })).state).toBe('completed');
    }
  });

  test('a payment is found by its receipt code, as people write it', async () => {
    const { receiptCode } = await payAndConfirm();
    for (const reference of [receiptCode, `#${receiptCode}`, receiptCode.toLowerCase()]) {
      expect((await findPayment({ reference })).receiptCode).toBe(receiptCode);
    }
  });

  test('a payment is found by the provider’s number', async () => {
    const { transaction } = await payAndConfirm();
    for (const reference of [transaction.reference, transaction.reference.toUpperCase()]) {
      const payment = await findPayment({ reference });
      // Such numbers can be guessed: the response lacks the receipt, which names the artist.
      expect(payment).toMatchObject({ state: 'completed', receiptCode: null });
      expect(payment.story).not.toEqual([]);
    }
  });

  test('a payment is found by the number in the operator’s SMS', async () => {
    const { id } = await payAndConfirm();
    const events = await app.given.events(id);
    const reference = events.map(({ detail }) => detail.operatorReference).find(Boolean);
    expect(reference).toEqual(expect.any(String));
    expect(await findPayment({ reference: String(reference).toLowerCase() })).toMatchObject({
      state: 'completed',
      receiptCode: null,
    });
  });

  test('a payment that does not exist is not found, whatever was searched for', async () => {
    for (const reference of [
      '00000000-0000-4000-8000-000000000000',
      'ZZZZZZZZZZ',
      '11880113706',
      '%',
      "' or 1=1 --",
    ]) {
      expect(await help({ reference })).toEqual({ payment: null });
    }
  });

  test.each([
    [
      'payment_events_operator_reference_idx',
      sql`select 1 from payment_events where detail->>'operatorReference' in ('1', '2')`,
    ],
    ['payments_record_idx', sql`select 1 from payments where provider_ref in ('1', '2')`],
  ])('a look-up is served by %s', async (index, query) => {
    const plan = await app.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return (await tx.execute(sql`explain ${query}`)).rows;
    });
    expect(JSON.stringify(plan)).toContain(index);
  });
});

describe('the history', () => {
  test('of a payment that waits for its PIN says so, and until when it is checked', async () => {
    const { id } = await startPayment();
    const { createdAt } = await app.given.payment(id);
    const payment = await findPayment({ reference: id });
    expect(payment).toMatchObject({
      state: 'pending',
      next: 'approve',
      method: 'mobile-money',
      since: createdAt.toISOString(),
      askedUntil: new Date(createdAt.getTime() + 24 * 3_600_000).toISOString(),
      failureReason: null,
      receiptCode: null,
    });
    expect(stepsOf(payment)).toEqual(['created', 'prompt-sent']);
  });

  test('of a payment that is still open after five minutes says that we keep checking', async () => {
    const { id } = await startPayment();
    await app.given.aged(id, '6 minutes');
    await asked(id);
    const payment = await findPayment({ reference: id });
    expect(payment).toMatchObject({ state: 'pending', next: 'keep-asking' });
    expect(stepsOf(payment)).toContain('asked-again');
  });

  test('triggers a check with the provider after the response', async () => {
    const { id } = await startPayment();
    await app.db.execute(sql`update payments set last_checked_at = null where id = ${id}`);
    await findPayment({ reference: id });
    await app.settled();
    const { lastCheckedAt } = await app.given.payment(id);
    expect(lastCheckedAt).not.toBeNull();
  });

  test('of a completed payment goes from the prompt to the counted votes', async () => {
    const { id, receiptCode } = await payAndConfirm();
    const payment = await findPayment({ reference: id });
    expect(payment).toMatchObject({
      state: 'completed',
      next: 'see-receipt',
      receiptCode,
      askedUntil: null,
    });
    expect(stepsOf(payment)).toEqual([
      'created',
      'prompt-sent',
      'provider-called',
      'confirmed',
      'counted',
    ]);
    const times = payment.story.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((one, two) => one - two));
  });

  test.each<FailureReason>([
    'declined',
    'insufficient-funds',
    'expired',
    'wrong-pin',
    'limit-reached',
    'no-wallet',
    'wallet-inactive',
    'unsupported-operator',
    'unavailable',
    'unknown',
  ])('of a payment that failed gives the reason: %s', async (reason) => {
    const { id } = await failPayment(reason);
    const payment = await findPayment({ reference: id });
    expect(payment).toMatchObject({ state: 'failed', next: 'pay-again', failureReason: reason });
    expect(payment.story).toEqual([expect.objectContaining({ step: 'failed', reason })]);
  });

  test('of a payment that was rejected at once says that there are no further checks', async () => {
    const { id } = await failPayment('no-wallet', { source: 'attempt' });
    const payment = await findPayment({ reference: id });
    expect(payment).toMatchObject({ state: 'failed', askedUntil: null });
    expect(stepsOf(payment)).toEqual(['refused']);
  });

  test('mentions several successive calls of a provider once', async () => {
    const { id } = await startPayment();
    await app.db.insert(paymentEvents).values(
      ['one', 'two', 'three'].map((claim) => ({
        paymentId: id,
        from: 'pending' as const,
        to: 'pending' as const,
        source: 'webhook' as const,
        detail: { claim },
      })),
    );
    expect(stepsOf(await findPayment({ reference: id }))).toEqual([
      'created',
      'prompt-sent',
      'provider-called',
    ]);
  });

  test('of a payment whose prompt got no answer says so', async () => {
    const { id } = await startPayment();
    await app.db.insert(paymentEvents).values({
      paymentId: id,
      from: 'pending',
      to: 'pending',
      source: 'attempt',
      detail: { outcome: 'unknown' },
    });
    expect(stepsOf(await findPayment({ reference: id }))).toContain('prompt-unanswered');
  });

  test('of returned money says so, and shows no receipt', async () => {
    const { id, receiptCode } = await payAndConfirm();
    await app.given.refunded(id);
    const payment = await findPayment({ reference: receiptCode });
    expect(payment).toMatchObject({
      state: 'reversed',
      next: 'watch-account',
      failureReason: 'refunded',
      receiptCode: null,
    });
    expect(payment.story.at(-1)).toMatchObject({ step: 'money-back', reason: 'refunded' });
  });

  test('of a wrong amount says that people review it, until it is settled', async () => {
    const { nominations } = await app.given.artist();
    const { id, amount } = await app.given.pendingPayment(nominations);
    const report = (amountMinor: number) =>
      applyProviderReport(
        app.db,
        id,
        {
          outcome: 'paid',
          money: { amountMinor, currency: 'XAF' },
          providerRef: `wrong-then-right-${id}`,
          evidence: {},
        },
        { source: 'reconcile' },
      );
    await report(amount - 1);
    const payment = await findPayment({ reference: id });
    expect(payment).toMatchObject({ state: 'attention', next: 'wait-for-organisers' });
    expect(stepsOf(payment)).toContain('under-review');

    await report(amount);
    expect(await findPayment({ reference: id })).toMatchObject({ state: 'completed' });
  });

  test('of a card that was never sent says that nothing was charged', async () => {
    const { nominations } = await app.given.artist();
    const draft = await app.given.pendingPayment(nominations, {
      provider: 'stripe',
      currency: 'USD',
    });
    expect(await findPayment({ reference: draft.id })).toMatchObject({
      state: 'pending',
      method: 'card',
      next: 'finish-card',
    });
    const sent = await app.given.pendingPayment(nominations, {
      provider: 'stripe',
      currency: 'USD',
      attemptedAt: new Date(),
    });
    expect(await findPayment({ reference: sent.id })).toMatchObject({ next: 'keep-asking' });
  });
});

describe('by phone number', () => {
  test('only the state of the latest payment is shown', async () => {
    const phone = freshPhone();
    await payAndConfirm(phone);
    const { id } = await startPayment(phone);
    await app.settled();
    const payment = await findPayment({ phoneNumber: `+237 ${phone.slice(3)}` });
    expect(payment).toMatchObject({ state: 'pending', next: 'approve' });
    expect(payment).toMatchObject({ failureReason: null, receiptCode: null, story: [] });
    expect(JSON.stringify(payment)).not.toContain(id);
  });

  test('the reason of a failure and receipt codes are not shown', async () => {
    const { phone } = await failPayment('insufficient-funds');
    const failure = await search({ phoneNumber: phone }).expect(200);
    expect(failure.body.payment).toMatchObject({ state: 'failed', failureReason: null, story: [] });
    expect(failure.text).not.toContain('insufficient');

    const { phoneNumber, receiptCode } = await payAndConfirm();
    const completed = await search({ phoneNumber }).expect(200);
    expect(completed.body.payment).toMatchObject({ state: 'completed', receiptCode: null });
    expect(completed.text).not.toContain(receiptCode);
  });

  test('an unknown number gets a response of the same kind', async () => {
    const answer = await search({ phoneNumber: freshPhone() }).expect(200);
    expect(answer.body).toEqual({ payment: null });
  });

  test('one number can be looked up twenty times in ten minutes, from all addresses together', async () => {
    const { phoneNumber } = await startPayment();
    await app.db.delete(rateLimits);
    await help({ phoneNumber });
    await app.db.update(rateLimits).set({ hits: 20 }).where(sql`limit_name = 'identity-look-up'`);
    const refused = await search({ phoneNumber: `00${phoneNumber}` }).expect(429);
    expect(refused.body.code).toBe('too-many-requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    await help({ phoneNumber: freshPhone() });
  });
});

test.each([
  ['nothing', {}],
  ['both', { reference: 'ZZZZZZZZZZ', phoneNumber: '677123456' }],
  ['an empty reference', { reference: '  ' }],
  ['a reference that is too long', { reference: 'x'.repeat(101) }],
  ['a reference with NUL', { reference: 'a\0b' }],
  ['no phone number', { phoneNumber: '12345' }],
  ['something else', { email: 'fan@example.cm' }],
  ['a list', []],
])('%s is rejected as a search', async (_what, question) => {
  const { body } = await search(question).expect(400);
  expect(body).toMatchObject({ code: 'validation' });
  expect(body.issues).not.toHaveLength(0);
});

test('no response contains personal data, and none is cached by browsers or proxies', async () => {
  const { nominations } = await app.given.artist();
  const phone = freshPhone();
  const personal = {
    voterEmail: 'marie.ngo@example.cm',
    phoneNumber: phone,
    phoneHash: hashPhone(phone, app.config.phoneHashKey),
    ipAddress: '203.0.113.77',
    userAgent: 'Personal browser',
    idempotencyKey: 'personal-key',
  };
  // A random code might spell a currency.
  const receiptCode = 'ABCDEFGHJK';
  const { id } = await app.given.completedPayment(nominations, { ...personal, receiptCode });
  for (const question of [{ reference: id }, { phoneNumber: phone }]) {
    const answer = await search(question).expect(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    for (const secret of [...Object.values(personal), phone.slice(3), id, 'XAF', 'campay']) {
      expect(answer.text).not.toContain(secret);
    }
  }
  expect(app.logs.join('')).not.toContain(phone.slice(3));
});
