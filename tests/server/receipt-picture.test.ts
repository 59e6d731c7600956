import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECEIPT_TEXTS } from '#server/pictures/receipt-picture';
import type { Receipt } from '#shared/contracts/receipts';
import { LANGUAGES } from '#shared/domain/localized';
import en from '../../client/src/locales/en/receipts.json';
import fr from '../../client/src/locales/fr/receipts.json';
import { startTestApp, type TestApp } from '../support/app';
import { drawingsDuring } from '../support/conversions';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const pathOf = (code: string, query = '') => `/api/payment/receipt/${code}/picture${query}`;

async function aPaidReceipt() {
  const artist = await app.given.artist({ name: 'Nadine Soleil', nominatedIn: 2 });
  const payment = await app.given.completedPayment(artist.nominations);
  return { payment, code: payment.receiptCode! };
}

describe('the picture of a receipt', () => {
  test('requires the code, is in portrait format and the requested language, and is not cached', async () => {
    const { code } = await aPaidReceipt();
    const pictures = [];
    for (const language of LANGUAGES) {
      const { body, headers } = await app.http
        .get(pathOf(code, `?lang=${language}`))
        .buffer(true)
        .expect(200);
      expect(headers['content-type']).toBe('image/jpeg');
      expect(headers['cache-control']).toBe('no-store');
      const { width, height, exif, xmp } = await sharp(body).metadata();
      expect([width, height, exif, xmp]).toEqual([1080, 1920, undefined, undefined]);
      pictures.push(body.toString('base64'));
    }
    expect(new Set(pictures).size).toBe(LANGUAGES.length);
  });

  test('is drawn once per language and state of the receipt, and is not public', async () => {
    const { code } = await aPaidReceipt();
    const request = () => app.http.get(pathOf(code, '?lang=en')).buffer(true).expect(200);
    const together = () => Promise.all(Array.from({ length: 10 }, request));
    expect(await drawingsDuring(app, together)).toBe(1);
    expect(await drawingsDuring(app, together)).toBe(0);
    // The e-mail with the receipt has more fields, and the same picture.
    const receipt = (await app.http.get(`/api/payment/receipt/${code}`)).body;
    const forMail = { ...receipt, language: 'en', voterEmail: 'fan@example.com' };
    const mailed = () => app.deps.receiptPictures.get(forMail, 'en', { network: 'mails' });
    expect(await drawingsDuring(app, mailed)).toBe(0);
    const { body: before } = await request();
    await app.entered();
    expect(await drawingsDuring(app, together)).toBe(1);
    const { body: after } = await request();
    expect(after.equals(before)).toBe(false);

    const folder = path.join(app.config.dataDir, 'private-pictures');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const names = await readdir(folder);
    expect(names.length).toBeGreaterThanOrEqual(2);
    for (const name of names) await app.http.get(`/uploads/${name}`).expect(404);
    const uploads = await readdir(path.join(app.config.dataDir, 'uploads')).catch(() => []);
    expect(uploads).toEqual([]);
  });

  test('is drawn again for those who ask after the drawing process has died', async () => {
    const first = await aPaidReceipt();
    const drawing = app.http.get(pathOf(first.code)).buffer(true);
    const killed = app.deps.drawer.stop();
    await Promise.all([drawing, killed]);
    await app.http.get(pathOf(first.code)).buffer(true).expect(200);
  });

  test('does not exist for an unknown code, or for withdrawn votes', async () => {
    const { payment, code } = await aPaidReceipt();
    await app.given.refunded(payment.id);
    await app.http.get(pathOf(code)).expect(404);
    await app.http.get(pathOf('ZZZZZZZZZZ')).expect(404);
    await app.http.get(pathOf('<script>')).expect(400);
    await app.http.get(pathOf(code, '?lang=de')).expect(400);
  });

  test.each([
    ['of one category', 'Ama Lobé', 1],
    ['of eight categories', 'Ama Lobé', 8],
    ['of fifty categories', 'Ama Lobé', 50],
    ['of a long name', 'Sa Majesté Jean-Baptiste Ngo’o Mbarga et les Étoiles de Douala', 6],
    ['of a name without spaces', 'W'.repeat(255), 3],
    ['of an Arabic name', 'أحمد بن عبد الله المغربي', 3],
    ['of only emoji', '🎤🔥', 3],
    ['without any letter', ' ', 1],
  ])('%s contains all texts, and keeps a face visible', async (_, name, categories) => {
    const picture = await app.deps.receiptPictures.get(aReceipt(name, categories), 'en', {
      network: 'test',
    });
    // Outside the frame there is nothing.
    for (const region of [
      { left: 0, top: 1_000, width: 14, height: 900 },
      { left: 1_066, top: 1_000, width: 14, height: 900 },
      { left: 100, top: 1_904, width: 880, height: 14 },
    ]) {
      const { channels } = await sharp(await sharp(picture).extract(region).toBuffer()).stats();
      for (const { max } of channels) expect(max).toBeLessThan(120);
    }
    // The lit upper end is never covered by text.
    const top = { left: 100, top: 200, width: 880, height: 100 };
    const { channels } = await sharp(await sharp(picture).extract(top).toBuffer()).stats();
    expect(channels[2]!.mean).toBeGreaterThan(40);
  });

  test('has the same text as the card on the page', () => {
    for (const [language, { card }] of [
      ['en', en],
      ['fr', fr],
    ] as const) {
      const texts = RECEIPT_TEXTS[language];
      expect(texts.iVoted).toBe(card.iVoted);
      expect(texts.onlyATest).toBe(card.onlyATest);
      expect(texts.votes).toEqual({ one: card.votes_one, other: card.votes_other });
      expect(texts.entry('7')).toBe(card.entry.replace('{{entry, number}}', '7'));
    }
  });
});

const aReceipt = (name: string, categories: number): Receipt => ({
  edition: { year: '2025', name: 'Festival Awards', nameFr: null },
  payment: {
    totalVotes: 1_234_567,
    receiptCode: 'AB12CD34EF',
    isErased: false,
    entry: 18_203,
    takenBackEntry: null,
    refundedAt: null,
    partlyRefunded: null,
  },
  artist: { id: '00000000-0000-4000-8000-000000000000', name, photoUrl: null },
  votesByCategory: Array.from({ length: categories }, (_, index) => ({
    nominationId: '00000000-0000-4000-8000-000000000000',
    categoryId: '00000000-0000-4000-8000-000000000000',
    categoryName: `Best Collaboration of the Year ${index}`,
    categoryNameFr: null,
    voteCount: 100 + index,
  })),
});
