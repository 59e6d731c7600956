import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSharedRecords, verifyLedger } from '#server/payments/index';
import { recordAttempt } from '#server/payments/lifecycle/rows/repository';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import type { ProviderReport } from '#server/payments/providers/provider';
import { payments } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';

/** One record of a provider counts for one payment, ever. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const paid = (providerRef: string): ProviderReport => ({
  outcome: 'paid',
  money: { amountMinor: 200, currency: 'XAF' },
  providerRef,
  evidence: {},
});
const apply = (paymentId: string, providerRef: string) =>
  applyProviderReport(app.db, paymentId, paid(providerRef), { source: 'reconcile' });

async function aPayment() {
  const { nominations } = await app.given.artist();
  return { ...(await app.given.pendingPayment(nominations)), nomination: nominations[0]! };
}

test('when two payments are assigned one record at the same moment, one is counted, one is flagged', async () => {
  for (let round = 0; round < 10; round += 1) {
    const record = randomUUID();
    const both = [await aPayment(), await aPayment()];
    await Promise.all(both.map(({ id }) => apply(id, record)));
    const votes = await Promise.all(both.map(({ nomination }) => app.given.votesOf(nomination)));
    expect(votes.sort()).toEqual([0, 2]);
    const flags = await Promise.all(both.map(({ id }) => app.given.openFlags(id)));
    expect(flags.flat()).toEqual(['record-taken']);
  }
  expect(await findSharedRecords(app.db)).toEqual([]);
  expect(await verifyLedger(app.db)).toEqual([]);
});

test('a record counts nothing more once its votes were withdrawn', async () => {
  const record = randomUUID();
  const [first, second] = [await aPayment(), await aPayment()];
  await apply(first.id, record);
  await app.given.refunded(first.id);
  await apply(second.id, record);
  expect(await app.given.payment(second.id)).toMatchObject({
    status: 'pending',
    providerRef: null,
  });
  expect(await app.given.openFlags(second.id)).toEqual(['record-taken']);
});

test('the same reference at another provider is another record', async () => {
  const record = randomUUID();
  const { nominations } = await app.given.artist();
  const atMtn = await app.given.pendingPayment(nominations, { provider: 'mtn-momo' });
  const atCampay = await aPayment();
  await apply(atCampay.id, record);
  await apply(atMtn.id, record);
  expect((await app.given.payment(atMtn.id)).status).toBe('completed');
});

test('an acceptance that arrives after the count does not change which record it was counted by', async () => {
  const record = randomUUID();
  const { body } = await app.http
    .post('/api/campay-payment')
    .send({
      phoneNumber: '237677010150',
      nominationVotes: [
        { nominationId: (await app.given.artist()).nominations[0]!.id, voteCount: 2 },
      ],
      totalVotes: 2,
    })
    .expect(201);
  await apply(body.paymentId, record);
  const before = await app.given.payment(body.paymentId);
  await recordAttempt(app.db, {
    id: body.paymentId,
    sentAt: new Date().toISOString(),
    providerRef: randomUUID(),
    checkAfterMs: 1_000,
    detail: { outcome: 'accepted' },
    evidence: {},
  });
  expect((await app.given.payment(body.paymentId)).providerRef).toBe(before.providerRef);
});

test('a record counted twice by a manual change in the database is found, in upper or lower case', async () => {
  const record = randomUUID();
  const [first, second] = [await aPayment(), await aPayment()];
  await apply(first.id, record);
  await apply(second.id, randomUUID());
  await app.db
    .update(payments)
    .set({ providerRef: record.toUpperCase() })
    .where(eq(payments.id, second.id));
  expect(await findSharedRecords(app.db)).toEqual([
    { provider: 'campay', reference: record, paymentIds: [first.id, second.id].sort() },
  ]);
});
