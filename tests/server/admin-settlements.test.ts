import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { flagUnqueryable } from '#server/payments/checks/unqueryable';
import { verifyLedger } from '#server/payments/index';
import { adminActions, payments } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter } from '../support/card-voter';
import { aVoteFor } from '../support/given';

/** Actions of administrators on payments that only people can settle. */

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.settled();
  app.campay.reset();
  app.campay.configure({ webhook: 'none' });
});

/** Creates a payment that its provider reports as paid under another reference. */
async function createMisplaced() {
  const started = await start();
  const { paymentId, reference } = started;
  app.campay.misreport(reference, {
    external_reference: randomUUID(),
    external_user: randomUUID(),
  });
  await app.campay.approve(reference);
  await checkNow(paymentId);
  return started;
}

async function start() {
  const { nominations } = await app.given.artist();
  const body = aVoteFor(nominations);
  const answer = await app.http.post('/api/campay-payment').send(body).expect(201);
  const paymentId: string = answer.body.paymentId;
  const { reference } = app.campay.transactions().at(-1)!;
  return { paymentId, reference, nomination: nominations[0]! };
}

async function createPaid() {
  const started = await start();
  await app.campay.approve(started.reference);
  await checkNow(started.paymentId);
  return started;
}

async function checkNow(paymentId: string) {
  await app.given.dueNow(paymentId);
  await reconcileDue(app.context);
}

const historyOf = async (paymentId: string) =>
  (await admin.get(`/api/admin/payments/${paymentId}`).expect(200)).body;
const settle = (paymentId: string, body: object) =>
  admin.post(`/api/admin/payments/${paymentId}/settle`).send(body);
const reason = 'Compared with the statement of the account';

describe('money that cannot be assigned automatically', () => {
  test('is in one list, with what is known about it, and counted on the dashboard', async () => {
    const before = (await admin.get('/api/stats').expect(200)).body.needALook;
    const { paymentId, reference } = await createMisplaced();
    await app.given.completedPayment((await app.given.artist()).nominations);

    const { body } = await admin.get('/api/voter-tracking?look=needed').expect(200);
    const listed = body.recentPayments.map(({ id }: { id: string }) => id);
    expect(listed).toContain(paymentId);
    expect(body.recentPayments.every(({ flags }: { flags: string[] }) => flags.length > 0)).toBe(
      true,
    );
    expect(body.summary.matching).toBe(listed.length);
    expect((await admin.get('/api/stats').expect(200)).body.needALook).toBe(before + 1);
    expect(await historyOf(paymentId)).toMatchObject({
      payment: { status: 'pending', flags: ['wrong-reference'] },
      flags: [
        {
          flag: 'wrong-reference',
          evidence: { providerReference: reference, amount: 200, currency: 'XAF' },
          resolvedAt: null,
        },
      ],
      settlements: ['attach', 'refunded', 'close'],
    });
  });

  test('counts once an administrator assigns it, and the provider confirms the amount', async () => {
    const { paymentId, reference, nomination } = await createMisplaced();
    await app.given.dueNow(paymentId);
    const settlement = { act: 'attach', providerRef: reference, reason };
    expect((await settle(paymentId, settlement).expect(200)).body).toEqual({ status: 'completed' });
    expect(await app.given.votesOf(nomination)).toBe(2);
    expect(await historyOf(paymentId)).toMatchObject({
      payment: { flags: [] },
      flags: [{ flag: 'wrong-reference', resolution: 'attached', reason }],
      settlements: [],
    });
    // And stays so, although the name still differs.
    await checkNow(paymentId);
    expect((await historyOf(paymentId)).payment).toMatchObject({ status: 'completed', flags: [] });
    const actions = await app.db.select().from(adminActions);
    expect(actions.at(-1)).toMatchObject({
      action: 'payment.attach',
      entityId: paymentId,
      before: { status: 'pending', flags: ['wrong-reference'] },
      after: settlement,
    });
    expect(await verifyLedger(app.db)).toEqual([]);
  });

  test('does not count when the amount differs, whatever an administrator says', async () => {
    const { paymentId, reference, nomination } = await createMisplaced();
    app.campay.misreport(reference, { external_user: randomUUID(), amount: '100' });
    await app.given.dueNow(paymentId);
    const settlement = { act: 'attach', providerRef: reference, reason };
    expect((await settle(paymentId, settlement).expect(200)).body).toEqual({ status: 'pending' });
    expect(await app.given.votesOf(nomination)).toBe(0);
    expect((await historyOf(paymentId)).payment.flags).toEqual(['amount-mismatch']);
  });

  test('cannot be assigned to two payments', async () => {
    const { nominations } = await app.given.artist();
    const counted = await app.given.completedPayment(nominations);
    const { paymentId } = await createMisplaced();
    const settlement = { act: 'attach', providerRef: counted.providerRef, reason };
    expect((await settle(paymentId, settlement).expect(409)).body.code).toBe('reference-taken');
    expect((await historyOf(paymentId)).payment.flags).toEqual(['wrong-reference']);
  });

  test('cannot be assigned again after the payment that it was counted for was refunded', async () => {
    const counted = await createPaid();
    const refund = {
      amount: 200,
      reference: 'MP-BACK-1',
      returnedAt: new Date().toISOString(),
    };
    await admin
      .post(`/api/admin/payments/${counted.paymentId}/refund-by-hand`)
      .send(refund)
      .expect(200);
    const { paymentId, nomination } = await createMisplaced();
    const settlement = { act: 'attach', providerRef: counted.reference, reason };
    expect((await settle(paymentId, settlement).expect(409)).body.code).toBe('reference-taken');
    expect(await app.given.votesOf(nomination)).toBe(0);
  });

  test('may be that of a failed payment for which it never counted', async () => {
    const { paymentId, reference, nomination } = await createMisplaced();
    const { nominations } = await app.given.artist();
    await app.given.pendingPayment(nominations, {
      providerRef: reference,
      status: 'failed',
      failureReason: 'expired',
      settledAt: new Date(),
    });
    await app.given.dueNow(paymentId);
    const settlement = { act: 'attach', providerRef: reference, reason };
    expect((await settle(paymentId, settlement).expect(200)).body).toEqual({ status: 'completed' });
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test.each([
    ['in upper case', (reference: string) => reference.toUpperCase()],
    ['with spaces around it', (reference: string) => `  ${reference}\u00a0`],
    ['with an invisible character', (reference: string) => `\u200b${reference}`],
    [
      'with a line break inside',
      (reference: string) => `${reference.slice(0, 9)}\n${reference.slice(9)}`,
    ],
  ])('cannot be assigned to two payments by writing its reference %s', async (_how, written) => {
    const counted = await createPaid();
    const { paymentId } = await createMisplaced();
    const settlement = { act: 'attach', providerRef: written(counted.reference), reason };
    expect((await settle(paymentId, settlement).expect(409)).body.code).toBe('reference-taken');
    expect((await historyOf(paymentId)).payment.flags).toEqual(['wrong-reference']);
  });

  test('is attached with the one spelling that is stored', async () => {
    const { paymentId, reference, nomination } = await createMisplaced();
    await app.given.dueNow(paymentId);
    const settlement = { act: 'attach', providerRef: ` ${reference.toUpperCase()}`, reason };
    expect((await settle(paymentId, settlement).expect(200)).body).toEqual({ status: 'completed' });
    expect((await app.given.payment(paymentId)).providerRef).toBe(reference);
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('counts nothing when the record belongs to another payment of ours', async () => {
    // Approved, and not checked yet: its votes are not counted.
    const ownPayment = await start();
    await app.campay.approve(ownPayment.reference);
    const { paymentId, nomination } = await createMisplaced();
    await app.db
      .update(payments)
      .set({ providerRef: null })
      .where(eq(payments.id, ownPayment.paymentId));
    await app.given.dueNow(paymentId);
    const settlement = { act: 'attach', providerRef: ownPayment.reference, reason };
    expect((await settle(paymentId, settlement).expect(200)).body).toEqual({ status: 'pending' });
    expect(await app.given.votesOf(nomination)).toBe(0);
    expect((await historyOf(paymentId)).payment.flags).toEqual(['record-taken']);
    await checkNow(ownPayment.paymentId);
    expect(await app.given.votesOf(ownPayment.nomination)).toBe(2);
  });

  test('can get its right reference after a wrong one', async () => {
    const { paymentId, reference, nomination } = await createMisplaced();
    await app.given.dueNow(paymentId);
    const wrong = { act: 'attach', providerRef: randomUUID(), reason };
    expect((await settle(paymentId, wrong).expect(200)).body).toEqual({ status: 'pending' });
    expect((await historyOf(paymentId)).payment.flags).toEqual(['wrong-reference']);
    await app.given.dueNow(paymentId);
    const right = { act: 'attach', providerRef: reference, reason };
    expect((await settle(paymentId, right).expect(200)).body).toEqual({ status: 'completed' });
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('that was refunded manually ends the payment', async () => {
    const { paymentId, nomination } = await createMisplaced();
    await settle(paymentId, { act: 'refunded', reason }).expect(200);
    expect(await historyOf(paymentId)).toMatchObject({
      payment: { status: 'failed', failureReason: 'refunded', flags: [] },
      flags: [{ resolution: 'refunded', reason }],
    });
    expect(await app.given.votesOf(nomination)).toBe(0);
  });

  test('can be checked at any time', async () => {
    const { paymentId, reference, nomination } = await createMisplaced();
    app.campay.misreport(reference, {});
    await app.given.dueNow(paymentId);
    const { body } = await admin.post(`/api/admin/payments/${paymentId}/check`).expect(200);
    expect(body).toEqual({ isAnswered: true });
    expect(await app.given.votesOf(nomination)).toBe(2);
    expect((await historyOf(paymentId)).flags).toMatchObject([{ resolution: 'settled' }]);
  });
});

describe('a counted payment that the provider reports as failed', () => {
  async function createLateFailure() {
    const { nominations } = await app.given.artist();
    const body = aVoteFor(nominations);
    const answer = await app.http.post('/api/campay-payment').send(body).expect(201);
    const paymentId: string = answer.body.paymentId;
    const { reference } = app.campay.transactions().at(-1)!;
    await app.campay.approve(reference);
    await checkNow(paymentId);
    await app.campay.failLate(reference);
    await checkNow(paymentId);
    return { paymentId, nomination: nominations[0]! };
  }

  test('keeps its votes until an administrator has refunded it', async () => {
    const { paymentId, nomination } = await createLateFailure();
    expect(await historyOf(paymentId)).toMatchObject({
      payment: { status: 'completed', flags: ['failed-after-completion'] },
      settlements: ['refunded', 'close'],
    });
    expect(await app.given.votesOf(nomination)).toBe(2);
    const { body } = await settle(paymentId, { act: 'refunded', reason }).expect(200);
    expect(body).toEqual({ status: 'failed' });
    expect(await app.given.votesOf(nomination)).toBe(0);
    expect(await verifyLedger(app.db)).toEqual([]);
    // Nothing is open any more, so nothing can be settled twice.
    await settle(paymentId, { act: 'refunded', reason }).expect(409);
  });

  test('can be left as it is, and is not shown again', async () => {
    const { paymentId, nomination } = await createLateFailure();
    await settle(paymentId, { act: 'close', reason }).expect(200);
    await checkNow(paymentId);
    expect((await historyOf(paymentId)).payment).toMatchObject({ status: 'completed', flags: [] });
    expect(await app.given.votesOf(nomination)).toBe(2);
  });
});

test('a card payment is refunded by its provider, never manually', async () => {
  const { nominations } = await app.given.artist();
  const voter = aCardVoter(app);
  const { paymentId, clientSecret } = await voter.pay(nominations);
  await app.stripe.refund(clientSecret.slice(0, clientSecret.indexOf('_secret_')), 10);
  await app.stripe.webhooksSettled();
  await app.settled();
  await checkNow(paymentId);
  expect(await historyOf(paymentId)).toMatchObject({
    payment: { flags: ['partial-refund'] },
    settlements: ['close'],
  });
  const { body } = await settle(paymentId, { act: 'refunded', reason }).expect(409);
  expect(body.code).toBe('not-settleable');
});

test('a card payment that was paid under another name can be attached, and not be refunded manually', async () => {
  const { nominations } = await app.given.artist();
  app.stripe.configure({ webhooks: 'lost' });
  const voter = aCardVoter(app);
  const session = await voter.charge(nominations);
  const intent = session.clientSecret.slice(0, session.clientSecret.indexOf('_secret_'));
  app.stripe.paymentIntents.find(intent).metadata.payment_id = randomUUID();
  await checkNow(session.paymentId);
  expect(await historyOf(session.paymentId)).toMatchObject({
    payment: { status: 'pending', flags: ['wrong-reference'] },
    settlements: ['attach', 'close'],
  });
  await app.given.dueNow(session.paymentId);
  const settlement = { act: 'attach', providerRef: intent, reason };
  const { body } = await settle(session.paymentId, settlement).expect(200);
  expect(body).toEqual({ status: 'completed' });
});

test('a payment without a flag cannot be settled, and a reason is required', async () => {
  const { nominations } = await app.given.artist();
  const { id } = await app.given.pendingPayment(nominations);
  await settle(id, { act: 'close', reason }).expect(409);
  await settle(id, { act: 'close', reason: ' ' }).expect(400);
  await settle(id, { act: 'attach', reason }).expect(400);
  await settle(id, { act: 'count', reason }).expect(400);
  await settle(randomUUID(), { act: 'close', reason }).expect(404);
});

test('payments of a provider without settings are skipped, and the log counts them', async () => {
  const { nominations } = await app.given.artist();
  const removedProvider = { provider: 'orange', nextCheckAt: new Date() };
  const { id } = await app.given.pendingPayment(nominations, removedProvider);
  app.logs.length = 0;
  expect(await flagUnqueryable(app.context)).toBe(1);
  expect(await app.given.openFlags(id)).toEqual(['provider-removed']);
  const lines = app.logs.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ alarm: 'provider-removed', provider: 'orange', payments: 1 }),
  );
  expect(await flagUnqueryable(app.context)).toBe(0);
});
