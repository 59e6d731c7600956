import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPayment } from '#server/payments/index';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import { failedReport } from '#server/payments/providers/failures/failed-report';
import { MTN_FAILURES } from '#server/payments/providers/failures/reasons';
import type { Health } from '#shared/contracts/admin-health';
import type { NamedText, OperatorText, OperatorWords } from '#shared/contracts/operator-words';
import { adminActions, operatorWords } from '#shared/schema';
import { anAdministrator, aTeamMember } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aVoteFor, freshPhone } from '../support/given';

let app: TestApp;
let finance: Awaited<ReturnType<typeof aTeamMember>>;
let owner: Awaited<ReturnType<typeof anAdministrator>>;
let voted: { id: string }[];
beforeAll(async () => {
  app = await startTestApp({ env: { MOBILE_MONEY_PROVIDERS: 'campay' } });
  [owner, finance] = await Promise.all([anAdministrator(app), aTeamMember(app, 'finance')]);
  ({ nominations: voted } = await app.given.artist());
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.delete(operatorWords);
});

const list = async (): Promise<OperatorWords> =>
  (await owner.get('/api/admin/operator-words').expect(200)).body;

const name = (text: NamedText, by = finance) => by.put('/api/admin/operator-words').send(text);

/** Fails a new payment as a provider reports it. */
async function fail(text: string, provider = 'campay') {
  const { id } = await app.given.pendingPayment(voted, { provider });
  const report = failedReport(MTN_FAILURES, text, { providerRef: id, evidence: {} });
  const { payment } = await applyProviderReport(app.db, id, report, { source: 'reconcile' });
  return { id, reason: payment.failureReason, report };
}

describe('a text that no rule knows', () => {
  test('is kept without names and numbers, and counted', async () => {
    await fail('NJOYA Marie, 677 12 34 56: compte non éligible');
    await fail('FRU Blaise, 699 12 34 56: compte non éligible');
    await fail('NJOYA Marie, 677 12 34 56: compte non éligible', 'fapshi');
    const { texts, others } = await list();
    expect(others).toBe(0);
    expect(
      texts.map(({ provider, words, payments, reason }) => [provider, words, payments, reason]),
    ).toEqual([
      ['campay', '…: compte non éligible', 2, null],
      ['fapshi', '…: compte non éligible', 1, null],
    ]);
    const stored = JSON.stringify(await app.db.execute(sql`select * from payment_events`));
    expect(stored).not.toMatch(/njoya|marie|blaise|677|699/i);
  });

  test('counts once, however often it is reported', async () => {
    const { id, report } = await fail('Compte non éligible');
    await applyProviderReport(app.db, id, report, { source: 'webhook' });
    expect((await list()).texts).toMatchObject([{ payments: 1 }]);
  });

  test('counts every one of many at the same moment', async () => {
    await Promise.all(Array.from({ length: 20 }, () => fail('Compte non éligible')));
    expect((await list()).texts).toMatchObject([{ payments: 20 }]);
  });

  test.each(['Solde insuffisant', 'INTERNAL_PROCESSING_ERROR'])(
    'is not one that a rule knows: %s',
    async (text) => {
      await fail(text);
      expect(await list()).toEqual({ texts: [], others: 0 });
    },
  );

  test('is only counted once three hundred are kept', async () => {
    await app.db.execute(sql`insert into operator_words (provider, words)
      select 'campay', 'text ' || number from generate_series(1, 299) as number`);
    for (const text of ['Compte non éligible', 'Numéro restreint', 'Service interdit']) {
      await fail(text);
    }
    await fail('Compte non éligible');
    const { texts, others } = await list();
    expect(texts).toHaveLength(300);
    expect(texts[0]).toMatchObject({ words: 'Compte non éligible', payments: 2 });
    expect(others).toBe(2);
  });

  test('takes the place of one without a reason that was not received for long', async () => {
    await app.db.execute(sql`insert into operator_words (provider, words, last_seen_at, reason)
      select 'campay', 'text ' || number, now() - number * interval '1 day',
        case when number > 91 then 'unknown' end
      from generate_series(1, 300) as number`);
    for (const text of ['Compte non éligible', 'Numéro restreint', 'Service interdit']) {
      await fail(text);
    }
    const { texts, others } = await list();
    const words = texts.map((text) => text.words);
    expect(words).toHaveLength(300);
    expect(words).toEqual(expect.arrayContaining(['Compte non éligible', 'Numéro restreint']));
    expect(words).not.toContain('text 91');
    expect(words).not.toContain('text 90');
    expect(others).toBe(1);
  });
});

test('a named text gives later voters its reason, and earlier payments keep theirs', async () => {
  const text = { provider: 'campay', words: 'Compte non éligible' };
  const { body: started } = await app.http
    .post('/api/campay-payment')
    .send(aVoteFor(voted, { phoneNumber: freshPhone() }))
    .expect(201);
  const earlier = await fail('Compte non éligible');
  expect(earlier.reason).toBe('unknown');
  const { body: named } = await name({ ...text, reason: 'wallet-inactive' }).expect(200);
  expect(named.texts).toMatchObject([{ ...text, payments: 1, reason: 'wallet-inactive' }]);

  const reference = app.campay
    .transactions()
    .find(({ externalReference }) => externalReference === started.paymentId)!.reference;
  await app.campay.decline(reference, 'Compte non éligible');
  await app.settled();
  await app.given.dueNow(started.paymentId);
  await checkPayment(app.context, started.paymentId, 'reconcile');
  expect((await app.given.payment(started.paymentId)).failureReason).toBe('wallet-inactive');
  expect((await app.given.payment(earlier.id)).failureReason).toBe('unknown');
  // Another provider may mean something else by it.
  expect((await fail('Compte non éligible', 'fapshi')).reason).toBe('unknown');

  await name({ ...text, reason: null }, owner).expect(200);
  expect((await fail('Compte non éligible')).reason).toBe('unknown');
});

test('naming a text is recorded once, and an unknown text cannot be named', async () => {
  const text = { provider: 'campay', words: 'Compte non éligible' };
  await fail(text.words);
  const recorded = () => app.db.$count(adminActions, eq(adminActions.action, 'payment.name-words'));
  const before = await recorded();
  await name({ ...text, reason: 'wallet-inactive' }).expect(200);
  await name({ ...text, reason: 'wallet-inactive' }).expect(200);
  const { body: activity } = await owner.get('/api/admin/actions').expect(200);
  expect(activity.actions[0]).toMatchObject({
    action: 'payment.name-words',
    entity: 'payment',
    entityId: 'campay',
    isOpenable: false,
    before: { failureReason: null },
    after: { words: text.words, failureReason: 'wallet-inactive' },
  });
  expect(await recorded()).toBe(before + 1);

  await name({ ...text, words: 'Never received', reason: 'expired' }).expect(404);
  for (const wrong of [
    { ...text, reason: 'refunded' },
    { ...text, words: '', reason: 'expired' },
    { ...text, words: 'a\u0000', reason: 'expired' },
    { ...text, provider: 'a\u0000', reason: 'expired' },
    { ...text, words: 'a'.repeat(201), reason: 'expired' },
    { ...text },
  ]) {
    await finance.put('/api/admin/operator-words').send(wrong).expect(400);
  }
});

test('Health counts the texts without a reason', async () => {
  const state = async () => {
    const { body }: { body: Health } = await owner.get('/api/admin/health').expect(200);
    return body.items.find(({ about }) => about === 'operator-words');
  };
  expect(await state()).toEqual({ about: 'operator-words', state: 'well', count: 0 });
  await fail('Compte non éligible');
  await fail('Numéro restreint');
  expect(await state()).toEqual({ about: 'operator-words', state: 'look', count: 2 });
  for (const { provider, words } of (await list()).texts as OperatorText[]) {
    await name({ provider, words, reason: 'unknown' }).expect(200);
  }
  expect(await state()).toEqual({ about: 'operator-words', state: 'well', count: 0 });
});
