import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerEmails } from '#server/emails/index';
import type { PictureStorage } from '#server/images/uploads/picture-storage';
import { findUnusedPictures } from '#server/images/uploads/unused-pictures';
import { hashPhone } from '#server/payments/index';
import { type HelpedPayment, paymentHelp } from '#shared/contracts/payment-help';
import { type Receipt, receipt, receiptList } from '#shared/contracts/receipts';
import { artists, editionArtists, editions, payments } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { drawingsDuring } from '../support/conversions';
import { beginEdition } from '../support/editions';
import { freshPhone } from '../support/given';

let app: TestApp;
let old: Awaited<ReturnType<typeof votesOfLastYear>>;
beforeAll(async () => {
  app = await startTestApp({ env: { EVENT_YEAR: '2025' } });
  old = await votesOfLastYear();
});
afterAll(() => app.close());

const OLD_PHOTO = 'https://pictures.example/then.jpg';
const EDITION = { year: '2025', name: 'Ancient Awards', nameFr: 'Prix anciens' };
const phone = freshPhone();

/** Votes of 2025 for an artist whose name and picture have changed since 2026 began. */
async function votesOfLastYear() {
  await app.setEvent({ name: EDITION.name, nameFr: EDITION.nameFr, timezone: 'Africa/Lagos' });
  const artist = await app.given.artist({ name: 'Mama Njanga', photoUrl: OLD_PHOTO });
  const deleted = await app.given.artist({ name: 'Nobody’s Choice' });
  const payment = await app.given.completedPayment(artist.nominations, {
    voterEmail: 'fan@example.cm',
    phoneNumber: phone,
    phoneHash: hashPhone(phone, app.config.phoneHashKey),
  });
  const forDeleted = await app.given.completedPayment(deleted.nominations);
  const failed = await app.given.pendingPayment(artist.nominations);
  const returned = await app.given.completedPayment(artist.nominations, {
    voterEmail: 'refunded@example.cm',
  });
  await app.entered();
  await app.db.update(payments).set({ createdAt: sql`created_at - interval '40 days'` });
  await app.given.deletedCategory(deleted.nominations[0]!.categoryId);
  const [before] = await app.db.select().from(editions);
  await beginEdition(app, '2026', new Date(Date.now() - 24 * 3_600_000));
  const { id: artistId, name, photoUrl } = artist;
  await app.db.insert(editionArtists).values({ editionId: before!.id, artistId, name, photoUrl });
  await app.db
    .update(artists)
    .set({ name: 'Mama Njanga II', photoUrl: null })
    .where(eq(artists.id, artistId));
  await app.setEvent({
    name: 'Modern Awards',
    nameFr: 'Prix modernes',
    timezone: 'Europe/Paris',
    contact: { email: 'today@example.cm', phone: null, whatsapp: null },
  });
  return { artist, payment, code: payment.receiptCode!, forDeleted, failed, returned };
}

const receiptOf = async (code: string): Promise<Receipt> => {
  const { body } = await app.http.get(`/api/payment/receipt/${code}`).expect(200);
  return receipt.strict().parse(body);
};

describe('a receipt of an archived edition', () => {
  test('names its edition, and the artist as shown in it', async () => {
    const shown = await receiptOf(old.code);
    expect(shown.edition).toEqual(EDITION);
    expect(shown.artist).toEqual({
      id: old.artist.id,
      name: 'Mama Njanga',
      photoUrl: OLD_PHOTO,
    });
    const { categoryId } = old.artist.nominations[0]!;
    expect(shown.votesByCategory).toMatchObject([
      { categoryId, resultsPath: `/editions/2025/${categoryId}` },
    ]);
  });

  test('leads to no results that the archive does not show', async () => {
    const shown = await receiptOf(old.forDeleted.receiptCode!);
    expect(shown.edition).toEqual(EDITION);
    // The archive has no picture and no name of this artist.
    expect(shown.artist.name).toBe('Nobody’s Choice');
    expect(shown.votesByCategory[0]).not.toHaveProperty('resultsPath');
  });

  test('is found by phone number, e-mail address and code beside those of the current one', async () => {
    const { nominations, id } = await app.given.artist();
    const now = await app.given.completedPayment(nominations, {
      voterEmail: 'fan@example.cm',
      phoneNumber: phone,
      phoneHash: hashPhone(phone, app.config.phoneHashKey),
    });
    const found = [
      { receiptCode: now.receiptCode, edition: { year: '2026', name: 'Modern Awards' } },
      {
        receiptCode: old.code,
        edition: EDITION,
        artist: { name: 'Mama Njanga', photoUrl: OLD_PHOTO },
      },
    ];
    for (const voter of [{ email: 'fan@example.cm' }, { phoneNumber: phone }]) {
      const { body } = await app.http.post('/api/receipts/lookup').send(voter).expect(200);
      expect(receiptList.parse(body).receipts).toMatchObject(found);
    }
    const shown = await receiptOf(now.receiptCode!);
    expect(shown).toMatchObject({ edition: { year: '2026' }, artist: { id } });
    expect(shown.votesByCategory[0]).not.toHaveProperty('resultsPath');
  });

  test('is a picture of its own edition', async () => {
    const receipt = await receiptOf(old.code);
    const pictureIn = (edition: Receipt['edition']) =>
      app.deps.receiptPictures.get({ ...receipt, edition }, 'en', { network: 'test' });
    const served = await app.http
      .get(`/api/payment/receipt/${old.code}/picture?lang=en`)
      .buffer(true)
      .expect(200);
    const again = async () => expect(await pictureIn(EDITION)).toEqual(served.body);
    expect(await drawingsDuring(app, again)).toBe(0);
    const [other, otherYear] = [
      await pictureIn({ ...EDITION, name: 'Modern Awards' }),
      await pictureIn({ ...EDITION, year: '2026' }),
    ];
    expect(other.equals(served.body)).toBe(false);
    expect(otherYear.equals(served.body)).toBe(false);
  });

  test('has the name that the open count proves, after its artist was renamed', async () => {
    await app.entered();
    const { rows } = await app.db.execute<{ entry: string }>(sql`
      select entry from count_entries
      where nomination_id = ${old.artist.nominations[0]!.id} order by index desc limit 1`);
    expect(JSON.parse(rows[0]!.entry)).toMatchObject({ artist: 'Mama Njanga' });
  });
});

test('an e-mail about it has the settings of its edition, and the contact of today', async () => {
  await app.given.refunded(old.returned.id);
  await app.entered();
  await app.inbox.open();
  const started: { stop(isUrgent: boolean): unknown }[] = [];
  registerEmails(
    { worker: (_name, start) => started.push(start()) },
    { ...app.deps, smtp: { ...app.inbox.smtp, isSecure: false, credentials: null } },
  );
  const mailTo = (address: string) =>
    app.inbox.messages().find(({ recipients }) => recipients.includes(address));
  try {
    for (const [address, wording] of [
      ['fan@example.cm', 'Mama Njanga'],
      ['refunded@example.cm', 'refunded'],
    ] as const) {
      await expect.poll(() => mailTo(address), { timeout: 60_000 }).toBeDefined();
      const { text, attachments } = mailTo(address)!;
      expect(text).toMatch(/^Ancient Awards 2025\n/);
      expect(text).toContain(wording);
      expect(text).toContain('today@example.cm');
      expect(text).not.toContain('Mama Njanga II');
      for (const { name } of attachments) {
        if (name.endsWith('.jpg')) expect(name).toMatch(/^ancient-awards-2025-/);
      }
    }
    expect(mailTo('fan@example.cm')!.attachments.length).toBeGreaterThan(0);
  } finally {
    for (const { stop } of started) await stop(true);
    await app.inbox.close();
  }
});

test('a stored picture that only an archive uses is not unused', async () => {
  const [used, unused] = [`${'a'.repeat(32)}.webp`, `${'b'.repeat(32)}.webp`];
  await app.db.update(editionArtists).set({ photoUrl: `/uploads/${used}` });
  const storedAt = new Date(0);
  const list = async () => [used, unused].map((name) => ({ name, storedAt }));
  const storage = { list } as unknown as PictureStorage;
  const found = await findUnusedPictures(app.db, [storage], new Date());
  expect(found.unused.map(({ name }) => name)).toEqual([unused]);
});

describe('the help with a payment', () => {
  const help = async (reference: string): Promise<HelpedPayment> => {
    const { body } = await app.http.post('/api/payment-help').send({ reference }).expect(200);
    return paymentHelp.parse(body).payment!;
  };

  test('names its edition', async () => {
    expect(await help(old.code)).toMatchObject({ edition: EDITION, next: 'see-receipt' });
  });

  test('offers no new payment for an edition that is over', async () => {
    const { id } = old.failed;
    await app.db
      .update(payments)
      .set({ status: 'failed', failureReason: 'expired', settledAt: sql`now()` })
      .where(eq(payments.id, id));
    expect(await help(id)).toMatchObject({ edition: EDITION, next: 'edition-over' });
  });
});
