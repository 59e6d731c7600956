import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PendingPaymentsCheck } from '#server/payments/index';
import { adminActions, payments } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aVoteFor } from '../support/given';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
beforeAll(async () => {
  app = await startTestApp({ timeoutMs: 5_000 });
  admin = await anAdministrator(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.settled();
  app.campay.reset();
  // No payment of the previous test is pending any more.
  await app.db
    .update(payments)
    .set({ status: 'failed', failureReason: 'expired', settledAt: new Date() })
    .where(eq(payments.status, 'pending'));
});

const check = () => admin.post('/api/admin/check-campay-payments');

/** A prompt that was sent, and has not been checked yet. */
async function aPrompt() {
  const { nominations } = await app.given.artist();
  const { body } = await app.http
    .post('/api/campay-payment')
    .send(aVoteFor(nominations))
    .expect(201);
  return { paymentId: body.paymentId as string, nomination: nominations[0]! };
}
const referenceOf = (paymentId: string) =>
  app.campay.transactions().find((transaction) => transaction.externalReference === paymentId)!
    .reference;

test('every pending payment is checked; the result and the administrator are recorded', async () => {
  app.campay.configure({ webhook: 'none' });
  const approved = await aPrompt();
  const declined = await aPrompt();
  const open = await aPrompt();
  await app.campay.approve(referenceOf(approved.paymentId));
  await app.campay.decline(referenceOf(declined.paymentId));

  const { body } = await check().expect(200);
  expect(body).toEqual({ checked: 3, updated: 2, left: 0, others: 0 });
  expect((await app.given.payment(approved.paymentId)).status).toBe('completed');
  expect((await app.given.payment(declined.paymentId)).failureReason).toBe('declined');
  expect((await app.given.payment(open.paymentId)).status).toBe('pending');
  expect(await app.given.votesOf(approved.nomination)).toBe(2);
  expect((await app.given.events(approved.paymentId)).at(-1)).toMatchObject({ source: 'admin' });
  const actions = await app.db
    .select()
    .from(adminActions)
    .where(eq(adminActions.action, 'payment.check'));
  expect(actions.at(-1)).toMatchObject({
    userId: admin.id,
    entityId: 'campay',
    after: { checked: 3, updated: 2, left: 0 },
  });
});

test('two simultaneous requests check each payment once', async () => {
  app.campay.configure({ webhook: 'none' });
  const prompts = [await aPrompt(), await aPrompt()];
  for (const { paymentId } of prompts) await app.campay.approve(referenceOf(paymentId));
  const before = app.campay.callCount('transaction');
  const answers = await Promise.all([check(), check()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body).toEqual({ checked: 2, updated: 2, left: 0, others: 0 });
  expect(app.campay.callCount('transaction') - before).toBe(2);
  expect((await check().expect(200)).body).toEqual({ checked: 0, updated: 0, left: 0, others: 0 });
});

test('card payments, and those that never reached the provider, are skipped and counted', async () => {
  const { nominations } = await app.given.artist();
  await app.given.pendingPayment(nominations);
  await app.given.pendingPayment(nominations, { provider: 'stripe', providerRef: 'pi_1' });
  await app.given.pendingPayment(nominations, { provider: 'fapshi', providerRef: 'f1' });
  expect((await check().expect(200)).body).toEqual({ checked: 0, updated: 0, left: 0, others: 3 });
});

test('payments of another provider that takes payments are no others: its own check covers them', async () => {
  const { nominations } = await app.given.artist();
  await app.given.pendingPayment(nominations);
  await app.given.pendingPayment(nominations, { provider: 'fapshi', providerRef: 'f2' });
  const taking = [...app.context.mobileMoney, ...app.context.formerMobileMoney];
  const campay = new PendingPaymentsCheck({ ...app.context, mobileMoney: taking }, taking[0]!);
  expect(await campay.run()).toMatchObject({ checked: 0, others: 1 });
});

test('as many payments are checked as time allows; the others become due at once', async () => {
  const { nominations } = await app.given.artist();
  for (let index = 0; index < 12; index++) {
    await app.given.pendingPayment(nominations, {
      attemptedAt: new Date(),
      nextCheckAt: new Date(Date.now() + 3_600_000),
    });
  }
  const noTime = new PendingPaymentsCheck(app.context, app.context.mobileMoney[0]!, 0);
  expect(await noTime.run()).toEqual({ checked: 0, updated: 0, left: 12, others: 0 });
  expect(await app.db.$count(payments, sql`status = 'pending' and next_check_at <= now()`)).toBe(
    12,
  );
});

test('after a few failed attempts the response says that the provider is down', async () => {
  const { nominations } = await app.given.artist();
  for (let index = 0; index < 40; index++) {
    await app.given.pendingPayment(nominations, { providerRef: `ref-${index}` });
  }
  app.campay.configure({ isUnreachable: true });
  const { body } = await check().expect(503);
  expect(body.code).toBe('unavailable');
  expect(await app.db.$count(payments, sql`status = 'pending' and check_count > 0`)).toBeLessThan(
    40,
  );
});

test('a check for an unknown provider is not found', async () => {
  for (const name of ['orange', 'stripe', 'x']) {
    const { body } = await admin.post(`/api/admin/check-${name}-payments`).expect(404);
    expect(body.code).toBe('not-found');
  }
});
