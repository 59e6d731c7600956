import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMailer } from '#server/emails/index';
import { leaseDueReceipts, markFailed, markSent } from '#server/emails/outbox';
import { sendDueReceipts } from '#server/emails/receipt-mailing';
import { receiptRefusal, resendReceipt, resendToVoter } from '#server/payments/index';
import { adminActions, rateLimits, receiptEmails } from '#shared/schema';
import { aTeamMember } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
let admin: Awaited<ReturnType<typeof aTeamMember>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await aTeamMember(app, 'finance');
});
afterAll(() => app.close());
beforeEach(() => app.inbox.open());
afterEach(async () => {
  await app.inbox.close();
  app.inbox.clear();
  await app.db.delete(receiptEmails);
  await app.db.delete(rateLimits);
});

async function sendDue() {
  await app.entered();
  const { smtp } = app.inbox;
  const from = { name: 'Festival Awards', address: 'receipts@vote.example' };
  await sendDueReceipts({
    db: app.db,
    mailer: createMailer({ smtp: { ...smtp, isSecure: false, credentials: null }, from }),
    site: () => ({
      publicUrl: 'https://vote.example',
      event: app.config.firstSettings,
      isTest: false,
    }),
    pictures: app.deps.receiptPictures,
    logger: app.context.logger,
  });
}
const recipients = () => app.inbox.messages().flatMap((message) => message.recipients);

let voters = 0;
async function aPayment(values: Parameters<TestApp['given']['completedPayment']>[1] = {}) {
  const { nominations } = await app.given.artist();
  const voterEmail = `wrong${++voters}@example.cm`;
  const payment = await app.given.completedPayment(nominations, { voterEmail, ...values });
  await sendDue();
  app.inbox.clear();
  return payment;
}
const correct = (id: string, email: string, was: string | null) =>
  admin.put(`/api/admin/payments/${id}/email`).send({ email, was });
const resend = (id: string) => admin.post(`/api/admin/payments/${id}/send-receipt`);
const ask = (receiptCode: string | null) =>
  app.http.post(`/api/payment/receipt/${receiptCode}/send`);
const stateOf = async (id: string) =>
  (await admin.get(`/api/admin/payments/${id}`).expect(200)).body.receiptEmail;
const actionsOn = (id: string) =>
  app.db.select().from(adminActions).where(eq(adminActions.entityId, id)).orderBy(adminActions.id);
const letAMinutePass = () => app.db.delete(rateLimits).where(eq(rateLimits.windowSeconds, 60));

describe('an administrator', () => {
  test('corrects the address, and the receipt goes to the new one', async () => {
    const { id, voterEmail } = await aPayment();
    expect(await stateOf(id)).toMatchObject({ refusal: null, status: 'sent' });
    await correct(id, 'right@example.cm', voterEmail).expect(204);
    expect(await stateOf(id)).toEqual({ refusal: null, status: 'pending', sentAt: null });
    await sendDue();
    expect(recipients()).toEqual(['right@example.cm']);
    expect((await app.given.payment(id)).voterEmail).toBe('right@example.cm');
    const found = await app.http.post('/api/receipts/lookup').send({ email: 'right@example.cm' });
    expect(found.body.receipts).toHaveLength(1);
    const actions = await actionsOn(id);
    expect(actions).toMatchObject([
      { action: 'payment.correct-email', userId: admin.id, before: null, after: null },
    ]);
    expect(JSON.stringify(actions)).not.toContain('example.cm');
  });

  test('adds an address that is missing', async () => {
    const { id } = await aPayment({ voterEmail: null });
    expect((await resend(id).expect(409)).body.code).toBe('no-receipt');
    await correct(id, 'late@example.cm', null).expect(204);
    await sendDue();
    expect(recipients()).toEqual(['late@example.cm']);
  });

  test('sends it again as a message of its own, which mail programs do not hide', async () => {
    const { id, voterEmail } = await aPayment();
    for (const time of [1, 2]) {
      await resend(id).expect(204);
      await sendDue();
      expect(recipients()).toHaveLength(time);
      await letAMinutePass();
    }
    expect(new Set(recipients())).toEqual(new Set([voterEmail]));
    const ids = app.inbox.messages().map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(2);
    for (const messageId of ids) {
      expect(messageId).toMatch(new RegExp(`^<receipt.${id}.again-\\d+@vote.example>$`));
    }
    expect(await actionsOn(id)).toMatchObject([
      { action: 'payment.send-receipt' },
      { action: 'payment.send-receipt' },
    ]);
  });

  test('corrects it while a mail to the old address is being sent', async () => {
    const { nominations } = await app.given.artist();
    const voterEmail = 'slow@example.cm';
    const { id } = await app.given.completedPayment(nominations, { voterEmail });
    await app.entered();
    const [leased] = await leaseDueReceipts(app.db, 'vote.example', 1);
    await correct(id, 'fast@example.cm', voterEmail).expect(204);
    // Neither outcome of the old mail ends the new one.
    await markSent(app.db, leased!);
    await markFailed(app.db, leased!, '450 RCPT TO');
    expect(await stateOf(id)).toMatchObject({ status: 'pending' });
    await sendDue();
    expect(recipients()).toEqual(['fast@example.cm']);
  });

  test('learns that another one was faster', async () => {
    const { id, voterEmail } = await aPayment();
    const answers = await Promise.all([
      correct(id, 'one@example.cm', voterEmail),
      correct(id, 'two@example.cm', voterEmail),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('changed-meanwhile');
    expect(await actionsOn(id)).toHaveLength(1);
  });

  test('sends it once a minute, and five times a day', async () => {
    const [one, other] = [await aPayment(), await aPayment()];
    await resend(one.id).expect(204);
    const soon = await resend(one.id).expect(429);
    expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(60);
    const { id } = other;
    for (let time = 1; time <= 5; time += 1) {
      await resend(id).expect(204);
      await letAMinutePass();
    }
    const late = await resend(id).expect(429);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(3_600);
  });

  test.each([
    ['not paid', () => app.given.artist().then((a) => app.given.pendingPayment(a.nominations))],
    [
      'refunded',
      async () => {
        const payment = await aPayment();
        await app.given.refunded(payment.id);
        return app.given.payment(payment.id);
      },
    ],
  ])('sends no receipt of a payment that is %s', async (_name, given) => {
    const { id, voterEmail } = await given();
    expect(await stateOf(id)).toMatchObject({ refusal: 'not-completed' });
    for (const answer of [await resend(id), await correct(id, 'a@example.cm', voterEmail)]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'no-receipt']);
    }
    expect(await actionsOn(id)).toEqual([]);
  });

  test('stores no new address of an erased voter', async () => {
    const { id, voterEmail } = await aPayment();
    await admin.post('/api/admin/voters/erase').send({ email: voterEmail }).expect(200);
    expect(await stateOf(id)).toMatchObject({ refusal: 'erased' });
    expect((await correct(id, 'a@example.cm', null).expect(409)).body.code).toBe('no-receipt');
    expect((await app.given.payment(id)).voterEmail).toBeNull();
  });

  test.each([
    ['no address', { email: '', was: null }],
    ['two addresses', { email: 'a@example.cm, b@example.cm', was: null }],
    ['a header', { email: 'a@example.cm\r\nBcc: b@example.cm', was: null }],
    ['no earlier address', { email: 'a@example.cm' }],
  ])('cannot enter %s', async (_name, body) => {
    const { id } = await aPayment({ voterEmail: null });
    await admin.put(`/api/admin/payments/${id}/email`).send(body).expect(400);
  });
});

describe('a voter', () => {
  test('gets the receipt again by its code, and the answer reveals no address', async () => {
    const { receiptCode, voterEmail } = await aPayment();
    const { receiptCode: without } = await aPayment({ voterEmail: null });
    const answers = [await ask(receiptCode), await ask(without)];
    const told = answers.map(({ status, text, headers }) => {
      const { date: _date, ...others } = headers;
      return { status, text, names: Object.keys(others) };
    });
    expect(told[0]).toMatchObject({ status: 204, text: '' });
    expect(told[1]).toEqual(told[0]);
    await sendDue();
    expect(recipients()).toEqual([voterEmail]);
    // Nor does the limit.
    expect((await ask(receiptCode)).status).toBe(429);
    expect((await ask(without)).status).toBe(429);
  });

  test('gets nothing for a refunded payment, nor for an unknown code', async () => {
    const { id, receiptCode } = await aPayment();
    await app.given.refunded(id);
    await app.db.delete(receiptEmails);
    await ask(receiptCode).expect(204);
    await sendDue();
    expect(recipients()).toEqual([]);
    await ask('ZZZZZZZZZZ').expect(404);
  });

  test('cannot use up what administrators may send', async () => {
    const { id, receiptCode } = await aPayment();
    for (let time = 1; time <= 3; time += 1) {
      await ask(receiptCode).expect(204);
      await letAMinutePass();
    }
    await ask(receiptCode).expect(429);
    await resend(id).expect(204);
  });

  test('shares a limit with others behind the same address', async () => {
    for (let time = 1; time <= 30; time += 1) await ask('ZZZZZZZZZZ').expect(404);
    await ask('ZZZZZZZZZZ').expect(429);
  });
});

test('without a mail server, both are told so', async () => {
  const payment = await aPayment();
  const { id, receiptCode } = payment;
  const silent = { ...app.context, sendsMail: false };
  expect(receiptRefusal(payment, false)).toBe('mail-off');
  const off = { status: 409, code: 'mail-off' };
  await expect(resendReceipt(silent, id, null, admin.id)).rejects.toMatchObject(off);
  await expect(resendToVoter(silent, receiptCode ?? '')).rejects.toMatchObject(off);
});
