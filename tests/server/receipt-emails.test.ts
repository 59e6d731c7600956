import { createServer } from 'node:net';
import { and, eq, gt, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/client';
import { createMailer } from '#server/emails/index';
import type { Mailer, MailerTimeouts, Message } from '#server/emails/mailer';
import { leaseDueReceipts, markSent } from '#server/emails/outbox';
import {
  type ReceiptMailing,
  sendDueReceipts,
  startReceiptMailing,
} from '#server/emails/receipt-mailing';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import { countEntries, payments, receiptEmails } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter } from '../support/card-voter';
import { aVoteFor } from '../support/given';
import { EVERY_PLAN, openDatabaseWithout } from '../support/query-plans';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.inbox.open());
afterEach(async () => {
  await app.inbox.close(); // Disconnects clients that a fault kept waiting.
  app.inbox.clear();
  await app.db.delete(receiptEmails);
});

const PATIENT: MailerTimeouts = { stepMs: 30_000, totalMs: 60_000 };
const SOON: MailerTimeouts = { stepMs: 200, totalMs: 400 };

const mailer = (timeouts = PATIENT): Mailer =>
  createMailer(
    {
      smtp: { ...app.inbox.smtp, isSecure: false, credentials: null },
      from: { name: 'Festival Awards', address: 'receipts@vote.example' },
    },
    timeouts,
  );

const mailing = (changes: Partial<ReceiptMailing> = {}): ReceiptMailing => ({
  db: app.db,
  mailer: mailer(),
  site: () => ({
    publicUrl: 'https://vote.example',
    event: app.config.firstSettings,
    isTest: false,
  }),
  pictures: app.deps.receiptPictures,
  logger: app.context.logger,
  ...changes,
});

let voters = 0;
const freshEmail = () => `voter${++voters}@example.cm`;

async function aCountedVote(values: Parameters<TestApp['given']['completedPayment']>[1] = {}) {
  const artist = await app.given.artist();
  const voterEmail = freshEmail();
  const vote = await app.given.completedPayment(artist.nominations, { voterEmail, ...values });
  await app.entered();
  return vote;
}

/** Sends what is due, for votes and refunds that all have their place in the open count. */
async function sendDue(...[one = mailing(), signals]: Partial<Parameters<typeof sendDueReceipts>>) {
  await app.entered();
  return sendDueReceipts(one, signals);
}

const rowOf = async ({ id }: { id: string }) => {
  const [row] = await app.db.select().from(receiptEmails).where(eq(receiptEmails.paymentId, id));
  return row;
};
const isDueAgain = ({ id }: { id: string }) =>
  app.db
    .update(receiptEmails)
    .set({ nextAttemptAt: sql`now()` })
    .where(eq(receiptEmails.paymentId, id));
const recipients = () => app.inbox.messages().flatMap((message) => message.recipients);
const minutesUntil = (moment: Date | null | undefined) =>
  moment ? (moment.getTime() - Date.now()) / 60_000 : null;

describe('the receipt of a counted vote', () => {
  test('is sent once, however often the payment is reported', async () => {
    const artist = await app.given.artist();
    const voterEmail = freshEmail();
    app.campay.configure({ webhook: 'none' });
    const { body } = await app.http
      .post('/api/campay-payment')
      .send(aVoteFor(artist.nominations, { voterEmail }))
      .expect(201);
    const transaction = app.campay
      .transactions()
      .find(({ externalReference }) => externalReference === body.paymentId)!;
    await app.campay.approve(transaction.reference);
    await app.given.dueNow(body.paymentId);
    const { url, init } = await app.campay.webhookFor(transaction.reference);
    await Promise.all([fetch(url, init), fetch(url, init), fetch(url, init)]);
    await app.settled();
    await expect
      .poll(async () => {
        await app.given.dueNow(body.paymentId);
        await reconcileDue(app.context);
        return (await app.given.payment(body.paymentId)).status;
      })
      .toBe('completed');
    app.campay.reset();

    await sendDue();
    await sendDue();
    expect(recipients()).toEqual([voterEmail]);
    expect(await rowOf({ id: body.paymentId })).toMatchObject({
      status: 'sent',
      attempts: 1,
      messageId: `<receipt.${body.paymentId}@vote.example>`,
      lastFailure: null,
    });
  });

  test('is sent once by several processes that query the outbox at the same time', async () => {
    const votes = [];
    for (let i = 0; i < 20; i++) votes.push(await aCountedVote());
    const otherProcess = openDatabase(app.databaseUrl);
    try {
      const another = mailing({ db: otherProcess.db });
      await Promise.all(
        [mailing(), another, mailing(), another].map((mailer) => sendDueReceipts(mailer)),
      );
    } finally {
      await otherProcess.close();
    }
    expect(recipients().sort()).toEqual(votes.map(({ voterEmail }) => voterEmail).sort());
  });

  test('is skipped while another process is leasing it', async () => {
    const votes = [await aCountedVote(), await aCountedVote(), await aCountedVote()];
    await app.db.transaction(async (tx) => {
      const [taken, ...more] = await leaseDueReceipts(tx, 'vote.example', 1);
      expect(more).toEqual([]);
      const others = await leaseDueReceipts(app.db, 'vote.example', 10);
      const ids = [taken, ...others].map((receipt) => receipt?.paymentId);
      expect(ids.sort()).toEqual(votes.map(({ id }) => id).sort());
    });
    expect(await leaseDueReceipts(app.db, 'vote.example', 10)).toEqual([]);
  });

  test('waits for its place in the open count, and contains it', async () => {
    const artist = await app.given.artist();
    const voterEmail = freshEmail();
    const { id } = await app.given.completedPayment(artist.nominations, { voterEmail });
    await sendDueReceipts(mailing());
    expect(await rowOf({ id })).toMatchObject({ status: 'pending', attempts: 0 });
    await app.entered();
    await sendDueReceipts(mailing());
    const [message] = app.inbox.messages();
    const [entry] = await app.db
      .select()
      .from(countEntries)
      .where(and(eq(countEntries.paymentId, id), eq(countEntries.kind, 'count')));
    const entryNumber = new Intl.NumberFormat('en').format(entry!.index + 1);
    for (const body of [message!.text, message!.html]) {
      expect(body).toContain(`Counted, entry ${entryNumber} of the open count`);
      expect(body).toContain('https://vote.example/count');
      expect(body).toContain('Attached: your receipt as an image');
    }

    const { receiptCode } = await app.given.payment(id);
    const [picture, proof, ...others] = message!.attachments;
    expect(others).toEqual([]);
    expect(picture).toMatchObject({
      name: `festival-awards-2025-${receiptCode}.jpg`,
      type: 'image/jpeg',
    });
    const { width, height } = await sharp(picture!.content).metadata();
    expect([width, height]).toEqual([1080, 1920]);
    expect(proof!.name).toBe(`${receiptCode}-${entry!.index + 1}.tlog-proof`);
    const { body } = await app.http.get(`/api/payment/receipt/${receiptCode}/proof`).expect(200);
    // The checkpoint may be another one by now.
    expect(proof!.content.toString().split('\n')[0]).toBe(body.counted.split('\n')[0]);
    expect(proof!.content.toString()).toContain(`index ${entry!.index}`);
  });

  test('is sent without a picture that cannot be drawn', async () => {
    const payment = await aCountedVote();
    const pictures = { get: () => Promise.reject(new Error('too many pictures')) };
    await sendDue(mailing({ pictures }));
    expect(await rowOf(payment)).toMatchObject({ status: 'sent' });
    const [message] = app.inbox.messages();
    expect(message!.attachments.map(({ type }) => type)).not.toContain('image/jpeg');
    expect(message!.text).not.toContain('as an image');
  });

  test('waits no longer than a minute', async () => {
    const artist = await app.given.artist();
    const voterEmail = freshEmail();
    const { id } = await app.given.completedPayment(artist.nominations, { voterEmail });
    const queuedAgo = (seconds: number) =>
      app.db
        .update(receiptEmails)
        .set({ createdAt: sql`now() - ${seconds} * interval '1 second'` })
        .where(eq(receiptEmails.paymentId, id));
    await queuedAgo(30);
    await sendDueReceipts(mailing());
    expect(recipients()).toEqual([]);
    await queuedAgo(60);
    await sendDueReceipts(mailing());
    expect(recipients()).toEqual([voterEmail]);
    expect(app.inbox.messages()[0]!.text).toContain('Being added to the open count');
    await app.entered();
  });

  test.each(EVERY_PLAN)('is taken in batches of limited size, $plan', async ({ without }) => {
    for (let i = 0; i < 10; i++) await aCountedVote();
    const { db, close } = openDatabaseWithout(app.databaseUrl, without);
    expect(await leaseDueReceipts(db, 'vote.example', 4).finally(close)).toHaveLength(4);
    expect(await app.db.$count(receiptEmails, gt(receiptEmails.attempts, 0))).toBe(4);
  });

  test('is sent automatically while the application runs', async () => {
    const running = startReceiptMailing(mailing());
    try {
      const { voterEmail } = await aCountedVote();
      await expect.poll(recipients).toEqual([voterEmail]);
    } finally {
      await running.stop(false);
    }
  });

  test('is not sent without an address', async () => {
    const vote = await aCountedVote({ voterEmail: null });
    await sendDue();
    expect(await rowOf(vote)).toBeUndefined();
    expect(recipients()).toEqual([]);
  });

  test('is not sent before the vote is counted', async () => {
    const artist = await app.given.artist();
    await app.given.pendingPayment(artist.nominations, { voterEmail: freshEmail() });
    await sendDue();
    expect(recipients()).toEqual([]);
  });

  test('is not sent any more once the votes were withdrawn', async () => {
    const vote = await aCountedVote();
    await app.given.refunded(vote.id);
    await sendDue();
    expect(app.inbox.messages().map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Refunded'),
    ]);
  });
});

describe('the mail about a refund', () => {
  const refundByHand = async (id: string, amount: number) => {
    const admin = await anAdministrator(app);
    const returnedAt = new Date().toISOString();
    await admin
      .post(`/api/admin/payments/${id}/refund-by-hand`)
      .send({ amount, reference: 'OM-77', returnedAt })
      .expect(200);
  };

  test('comes once after the receipt, in the language of the payment, with the refunded amount', async () => {
    const vote = await aCountedVote({ locale: 'fr' });
    await sendDue();
    await refundByHand(vote.id, vote.amount);
    const contact = { email: 'aide@vote.example', phone: null, whatsapp: null };
    const refundMailing = mailing({
      site: () => ({
        publicUrl: 'https://vote.example',
        event: { ...app.config.firstSettings, contact },
        isTest: false,
      }),
    });
    await sendDue(refundMailing);
    await sendDue(refundMailing);
    expect(recipients()).toEqual([vote.voterEmail, vote.voterEmail]);
    const [refund] = app.inbox.messages();
    expect(refund!.subject.replace(/[\u00a0\u202f]/g, ' ')).toBe(
      'Remboursé : 200 CFA pour vos votes',
    );
    expect(refund!.text).toContain('ont été retirés');
    expect(refund!.text).toContain('OM-77');
    expect(refund!.text).toContain(`#${vote.receiptCode}`);
    expect(refund!.text).toContain('aide@vote.example');
    expect(refund!.text).not.toContain('carte');
    expect(refund!.text).toMatch(/entrée \d+ du décompte public\u202f; retiré, entrée \d+/);
    expect(await rowOf(vote)).toMatchObject({
      kind: 'refund',
      status: 'sent',
      messageId: `<refund.${vote.id}@vote.example>`,
    });
  });

  test('comes once, however often the provider reports it', async () => {
    const vote = await aCountedVote({ provider: 'stripe', currency: 'USD', amount: 100 });
    for (let times = 0; times < 3; times++) {
      await app.given.refunded(vote.id);
      await sendDue();
    }
    expect(recipients()).toEqual([vote.voterEmail]);
    expect(app.inbox.messages()[0]!.text).toContain('Banks take five to ten days');
  });

  test('explains after a lost dispute that the bank has taken the money back', async () => {
    const vote = await aCountedVote({ provider: 'stripe', currency: 'USD', amount: 100 });
    const report = { outcome: 'reversed', reason: 'disputed', evidence: {} } as const;
    await applyProviderReport(app.db, vote.id, report, { source: 'reconcile' });
    await sendDue();
    expect(app.inbox.messages()[0]!.text).toContain('Your bank has taken the money back');
  });

  test('is not lost when the refund happens while the receipt is being sent', async () => {
    const vote = await aCountedVote();
    app.inbox.failNext({ kind: 'hang', at: 'message' });
    const sending = new AbortController();
    const sent = sendDue(mailing(), {
      stopping: sending.signal,
      abort: sending.signal,
    });
    await expect.poll(() => app.inbox.hung).toBe(1);
    await app.given.refunded(vote.id);
    sending.abort();
    await sent;
    await sendDue();
    expect(await rowOf(vote)).toMatchObject({ kind: 'refund', status: 'sent' });
    expect(recipients()).toEqual([vote.voterEmail]);
  });

  test('is recorded separately: a receipt accepted late does not replace it', async () => {
    const vote = await aCountedVote();
    const [leased] = await leaseDueReceipts(app.db, 'vote.example', 1);
    await app.given.refunded(vote.id);
    await markSent(app.db, leased!);
    expect(await rowOf(vote)).toMatchObject({ kind: 'refund', status: 'pending', attempts: 0 });
  });

  test('is not due without an address, or for a voter whose data was deleted', async () => {
    const silent = await aCountedVote({ voterEmail: null });
    await app.given.refunded(silent.id);
    expect(await rowOf(silent)).toBeUndefined();
    const vote = await aCountedVote();
    await app.given.refunded(vote.id);
    await app.db.update(payments).set({ voterEmail: null }).where(eq(payments.id, vote.id));
    await sendDue();
    expect(await rowOf(vote)).toMatchObject({ kind: 'refund', status: 'cancelled' });
    expect(recipients()).toEqual([]);
  });
});

describe('the address of a card payment', () => {
  const changeEmail = (voter: ReturnType<typeof aCardVoter>, id: string, voterEmail: string) =>
    voter.http.patch(`/api/payment/${id}/email`).send({ voterEmail }).expect(200);

  test('may arrive after the vote was counted, and a later one changes nothing', async () => {
    const voter = aCardVoter(app);
    const artist = await app.given.artist();
    const { paymentId } = await voter.pay(artist.nominations);
    await sendDue();
    expect(recipients()).toEqual([]);

    const voterEmail = freshEmail();
    await changeEmail(voter, paymentId, voterEmail);
    await changeEmail(voter, paymentId, voterEmail);
    await sendDue();
    await changeEmail(voter, paymentId, freshEmail());
    await sendDue();
    expect(recipients()).toEqual([voterEmail]);
    expect(app.inbox.messages()[0]!.text).toContain('$');
  });

  test('may be corrected when the first one does not exist', async () => {
    const voter = aCardVoter(app);
    const artist = await app.given.artist();
    const { paymentId } = await voter.pay(artist.nominations);
    await changeEmail(voter, paymentId, freshEmail());
    app.inbox.failNext({ kind: 'refuse', at: 'recipient', code: 550, text: '5.1.1 unknown' });
    await sendDue();
    expect(await rowOf({ id: paymentId })).toMatchObject({ status: 'given-up' });

    const corrected = freshEmail();
    await changeEmail(voter, paymentId, corrected);
    await sendDue();
    expect(recipients()).toEqual([corrected]);
  });
});

describe('a mail server with problems', () => {
  test('that is down costs no vote, and gets the receipt when it is back', async () => {
    await app.inbox.close();
    const vote = await aCountedVote();
    expect(await sendDue()).toBe(false);
    expect((await app.given.payment(vote.id)).status).toBe('completed');
    const row = await rowOf(vote);
    expect(row).toMatchObject({ status: 'pending', attempts: 1, lastFailure: 'ESOCKET CONN' });
    expect(minutesUntil(row!.nextAttemptAt)).toBeCloseTo(1, 0);

    await app.inbox.open();
    await isDueAgain(vote);
    expect(await sendDue()).toBe(true);
    expect(recipients()).toEqual([vote.voterEmail]);
  });

  test('that is down is not contacted for a while, so that its queue does not age', async () => {
    await app.inbox.close();
    for (let i = 0; i < 10; i++) await aCountedVote();
    await sendDue();
    const rows = await app.db.select().from(receiptEmails);
    expect(rows.filter(({ attempts }) => attempts > 0)).toHaveLength(4);
  });

  test.each(['greeting', 'sender', 'recipient', 'message'] as const)(
    'that never responds (%s) delays no vote, and the receipt is retried',
    async (at) => {
      app.inbox.failNext({ kind: 'hang', at });
      const vote = await aCountedVote();
      const running = startReceiptMailing(mailing());
      await expect.poll(() => app.inbox.hung).toBe(1);

      const artist = await app.given.artist();
      const { id } = await app.given.completedPayment(artist.nominations);
      expect(await app.given.votesOf(artist.nominations[0]!)).toBe(2);
      expect((await app.given.payment(id)).status).toBe('completed');
      await running.stop(true);

      expect(await rowOf(vote)).toMatchObject({ status: 'pending', attempts: 1 });
      await isDueAgain(vote);
      await sendDue();
      expect(recipients()).toEqual([vote.voterEmail]);
    },
  );

  test('that never responds times out', async () => {
    app.inbox.failNext({ kind: 'hang', at: 'recipient' });
    const vote = await aCountedVote();
    expect(await sendDue(mailing({ mailer: mailer(SOON) }))).toBe(false);
    expect(await rowOf(vote)).toMatchObject({ status: 'pending', attempts: 1 });
  });

  test('that responds extremely slowly times out', async () => {
    const dripping = createServer((socket) => {
      const drip = setInterval(() => socket.write('2'), 20);
      socket.on('error', () => undefined).on('close', () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    const address = dripping.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const slow = createMailer(
      {
        smtp: { host: '127.0.0.1', port, isSecure: false, credentials: null },
        from: { name: '', address: 'receipts@vote.example' },
      },
      { stepMs: 60_000, totalMs: 300 },
    );
    const outcome = await slow.deliver({
      messageId: '<1@vote.example>',
      to: freshEmail(),
      subject: '',
      text: '-',
      html: '-',
      language: 'en',
      sender: '',
    });
    expect(outcome).toMatchObject({ outcome: 'unavailable' });
    await new Promise((resolve) => dripping.close(resolve));
  });

  test('that says "not now" is retried later, and others get theirs at once', async () => {
    app.inbox.failNext({ kind: 'refuse', at: 'recipient', code: 450, text: '4.2.0 greylisted' });
    const votes = [await aCountedVote(), await aCountedVote()];
    await sendDue();
    expect(recipients()).toHaveLength(1);
    const unsent = votes.find(({ voterEmail }) => !recipients().includes(voterEmail!))!;
    expect(await rowOf(unsent)).toMatchObject({
      status: 'pending',
      lastFailure: '450 4.2.0 RCPT TO',
    });
    await isDueAgain(unsent);
    await sendDue();
    expect(recipients()).toHaveLength(2);
  });

  test('that rejects an address is not tried again', async () => {
    app.inbox.failNext({ kind: 'refuse', at: 'recipient', code: 550, text: '5.1.1 unknown user' });
    const vote = await aCountedVote();
    await sendDue();
    expect(await rowOf(vote)).toMatchObject({
      status: 'given-up',
      attempts: 1,
      nextAttemptAt: null,
      lastFailure: '550 5.1.1 RCPT TO',
    });
    expect((await app.given.payment(vote.id)).status).toBe('completed');
    await sendDue();
    expect(recipients()).toEqual([]);
  });

  test('is retried for two days', async () => {
    await app.inbox.close();
    const [tried, neverTried] = [await aCountedVote(), await aCountedVote()];
    const queuedAgo = ({ id }: { id: string }, interval: string) =>
      app.db
        .update(receiptEmails)
        .set({ createdAt: sql`now() - ${interval}::interval` })
        .where(eq(receiptEmails.paymentId, id));
    await queuedAgo(tried, '47 hours 59 minutes 30 seconds');
    await queuedAgo(neverTried, '3 days');
    await sendDue();
    expect(await rowOf(tried)).toMatchObject({ status: 'given-up', lastFailure: 'ESOCKET CONN' });
    expect(await rowOf(neverTried)).toMatchObject({ status: 'given-up', lastFailure: 'too old' });
  });

  test('keeps the Message-ID of the message that it may have received before', async () => {
    const vote = await aCountedVote();
    app.inbox.failNext({ kind: 'lose-answer', at: 'message' });
    await sendDue();
    expect(await rowOf(vote)).toMatchObject({ status: 'pending' });
    await isDueAgain(vote);
    await sendDue();
    expect(app.inbox.messages().map(({ messageId }) => messageId)).toEqual([
      `<receipt.${vote.id}@vote.example>`,
      `<receipt.${vote.id}@vote.example>`,
    ]);
  });

  test('gets the same Message-ID after a process died between sending and recording', async () => {
    const vote = await aCountedVote();
    const dying: Mailer = {
      ...mailer(),
      async deliver(message: Message) {
        await mailer().deliver(message);
        throw new Error('killed');
      },
    };
    await sendDue(mailing({ mailer: dying }));
    const row = await rowOf(vote);
    expect(row).toMatchObject({ status: 'pending', attempts: 1 });
    // No other process takes it while it may still be in progress.
    expect(minutesUntil(row!.nextAttemptAt)).toBeGreaterThan(1);
    await sendDue();
    expect(recipients()).toHaveLength(1);

    await isDueAgain(vote);
    const otherProcess = { ...mailer(), domain: 'other.example' };
    await sendDue(mailing({ mailer: otherProcess }));
    const ids = app.inbox.messages().map(({ messageId }) => messageId);
    expect(ids).toEqual([row!.messageId, row!.messageId]);
  });
});

describe('the message', () => {
  const HOSTILE = '"><script>alert(1)</script>\r\nBcc: all@example.com';

  test.each([
    ['en', 'Your votes are counted', 'Best Song', 'Receipt #'],
    ['fr', 'Vos votes sont comptés', 'Meilleure chanson', 'Reçu #'],
  ])('is in the language of the voter (%s)', async (locale, heading, category, subject) => {
    const artist = await app.given.artist({ nominatedIn: 0, name: 'Sanzy Viany' });
    const song = await app.given.category({ name: 'Best Song', nameFr: 'Meilleure chanson' });
    const nomination = await app.given.nomination(artist.id, song.id);
    const voterEmail = freshEmail();
    const vote = await app.given.completedPayment([nomination], { voterEmail, locale, each: 3 });
    await sendDue();

    const [message] = app.inbox.messages();
    expect(message!.subject).toContain(`${subject}${vote.receiptCode}`);
    expect(message!.from).toEqual({ name: 'Festival Awards', address: 'receipts@vote.example' });
    expect(message!.to).toEqual([{ name: '', address: voterEmail }]);
    expect(message!.headers).toContainEqual({ name: 'Content-Language', value: locale });
    const link = `https://vote.example/my-receipts?code=${vote.receiptCode}`;
    for (const body of [message!.text, message!.html]) {
      expect(body).toContain(heading);
      expect(body).toContain('Sanzy Viany');
      expect(body).toContain(category);
      expect(body).toContain('3\u00a0votes');
      expect(body).toContain('300\u00a0CFA');
      expect(body).toContain(`#${vote.receiptCode}`);
      expect(body).toContain(link);
    }
  });

  test('ignores control characters in the names in it', async () => {
    const artist = await app.given.artist({ nominatedIn: 0, name: HOSTILE });
    const category = await app.given.category({ name: HOSTILE });
    const nomination = await app.given.nomination(artist.id, category.id);
    const voterEmail = freshEmail();
    await app.given.completedPayment([nomination], { voterEmail });
    await sendDue();

    const [message] = app.inbox.messages();
    expect(message!.recipients).toEqual([voterEmail]);
    expect(message!.headers.filter(({ name }) => /^b?cc$/i.test(name))).toEqual([]);
    expect(message!.subject).toContain('</script> Bcc: all@example.com');
    expect(message!.html).not.toContain('<script');
  });

  test.each(['a@example.cm, b@example.cm', 'a@example.cm\r\nBcc: b@example.cm', 'nobody'])(
    'goes to one address or to none, even if the books contain %j',
    async (voterEmail) => {
      await aCountedVote({ voterEmail });
      await sendDue();
      expect(recipients().filter((address) => address !== voterEmail)).toEqual([]);
    },
  );

  test('is not in the log, and neither is its address', async () => {
    app.inbox.failNext({
      kind: 'refuse',
      at: 'recipient',
      code: 550,
      text: '5.1.1 <marie@example.cm>: user unknown',
    });
    const vote = await aCountedVote({ voterEmail: 'marie@example.cm' });
    await sendDue();
    await aCountedVote({ voterEmail: 'marie@example.cm' });
    await sendDue();
    const logged = app.logs.filter((line) => line.includes('receipt'));
    expect(logged.some((line) => line.includes(vote.id))).toBe(true);
    expect(app.logs.join('')).not.toMatch(/marie|voter\d+@/);
  });
});
