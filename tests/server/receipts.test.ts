import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPhone } from '#server/payments/index';
import { recordPartialReturn } from '#server/payments/lifecycle/rows/partial-return';
import {
  type Receipt,
  type ReceiptList,
  receipt as receiptContract,
  receiptList,
} from '#shared/contracts/receipts';
import type { Msisdn } from '#shared/domain/phone';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { freshPhone } from '../support/given';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const receiptPath = (code: string) => `/api/payment/receipt/${encodeURIComponent(code)}`;
const receipt = async (code: string): Promise<Receipt> =>
  (await app.http.get(receiptPath(code)).expect(200)).body;
const lookUp = async (voter: object): Promise<ReceiptList['receipts']> =>
  (await app.http.post('/api/receipts/lookup').send(voter).expect(200)).body.receipts;
const codesFor = async (voter: object) =>
  (await lookUp(voter)).map(({ receiptCode }) => receiptCode);

let voters = 0;
let codes = 0;
const freshEmail = () => `voter${++voters}@example.cm`;

/** What a payment by this number stores, whatever its spelling. */
const paidFrom = (msisdn: Msisdn) => ({
  phoneNumber: msisdn,
  phoneHash: hashPhone(msisdn, app.config.phoneHashKey),
});

async function aReceipt(values: Parameters<TestApp['given']['completedPayment']>[1] = {}) {
  const artist = await app.given.artist({ nominatedIn: 2 });
  const payment = await app.given.completedPayment(artist.nominations, values);
  return { artist, payment, code: payment.receiptCode! };
}

describe('a receipt', () => {
  test('contains the artist and the votes per category, most first, and nothing more', async () => {
    const artist = await app.given.artist({
      nominatedIn: 0,
      name: 'Manu Dibango',
      photoUrl: '/uploads/manu.webp',
    });
    const song = await app.given.category({ name: 'Song', nameFr: 'Chanson' });
    const live = await app.given.category({ name: 'Live' });
    const album = await app.given.category({ name: 'Album', nameFr: 'Album' });
    const inSong = await app.given.nomination(artist.id, song.id);
    const inLive = await app.given.nomination(artist.id, live.id);
    const phone = freshPhone();
    const answer = await app.http
      .post('/api/campay-payment')
      .send({
        phoneNumber: phone,
        voterEmail: freshEmail(),
        nominationVotes: [
          { nominationId: inSong.id, voteCount: 1 },
          { nominationId: inLive.id, voteCount: 5 },
          { nominationId: (await app.given.nomination(artist.id, album.id)).id, voteCount: 0 },
        ],
        totalVotes: 6,
      })
      .expect(201);
    const [transaction] = app.campay.transactions();
    await app.campay.approve(transaction!.reference);
    const { paymentId } = answer.body;
    const codeNow = async () => {
      await app.given.dueNow(paymentId);
      await app.http.get(`/api/payment/${paymentId}/status`).expect(200);
      return (await app.http.get(`/api/payment/${paymentId}/receipt-code`).expect(200)).body
        .receiptCode;
    };
    await expect.poll(codeNow, { timeout: 60_000 }).not.toBeNull();
    const code = await codeNow();

    const shown = await receipt(code);
    expect(shown).toEqual(receiptContract.parse(shown));
    expect(shown).toEqual({
      edition: { year: '2025', name: 'Festival Awards', nameFr: null },
      payment: {
        totalVotes: 6,
        receiptCode: code,
        isErased: false,
        entry: null,
        takenBackEntry: null,
        refundedAt: null,
        partlyRefunded: null,
      },
      artist: { id: artist.id, name: 'Manu Dibango', photoUrl: '/uploads/manu.webp' },
      votesByCategory: [
        {
          nominationId: inLive.id,
          categoryId: inLive.categoryId,
          categoryName: 'Live',
          categoryNameFr: null,
          voteCount: 5,
        },
        {
          nominationId: inSong.id,
          categoryId: inSong.categoryId,
          categoryName: 'Song',
          categoryNameFr: 'Chanson',
          voteCount: 1,
        },
      ],
    });
  });

  test.each<[how: string, write: (code: string) => string]>([
    ['in lower case', (code) => code.toLowerCase()],
    ['with #', (code) => `#${code}`],
    ['with # and a space', (code) => `# ${code} `],
    ['in groups', (code) => `${code.slice(0, 5)} ${code.slice(5)}`],
    ['with hyphens', (code) => `${code.slice(0, 3)}-${code.slice(3, 7)}-${code.slice(7)}`],
    ['with the letter O for 0', (code) => code.replaceAll('0', 'O')],
    ['with the letter o for 0', (code) => code.replaceAll('0', 'o')],
    ['with the letter I for 1', (code) => code.replaceAll('1', 'I')],
    ['with the letter l for 1', (code) => code.replaceAll('1', 'l')],
  ])('is found by its code written %s', async (_how, write) => {
    // With the digits that are mistaken for letters.
    const { artist, code } = await aReceipt({
      receiptCode: `01KX${String(++codes).padStart(6, '0')}`,
    });
    expect(await receipt(write(code))).toMatchObject({
      payment: { receiptCode: code },
      artist: { id: artist.id },
    });
  });

  test('stays when its artist, category and nomination are deleted', async () => {
    const { artist, code } = await aReceipt();
    const before = await receipt(code);
    await app.given.withdrawn(artist.nominations[0]!);
    await app.given.deletedCategory(artist.nominations[1]!.categoryId);
    await app.given.deletedArtist(artist);
    expect(await receipt(code)).toEqual(before);
  });

  test('with an unknown code is not found', async () => {
    const { body } = await app.http.get(receiptPath('ZZZZZZZZZZ')).expect(404);
    expect(body).toEqual({ message: 'No such receipt', code: 'not-found' });
  });

  test('says that the money was returned, and when', async () => {
    const voterEmail = freshEmail();
    const { artist, payment, code } = await aReceipt({ voterEmail });
    await app.given.refunded(payment.id);
    const refundedAt = (await app.given.payment(payment.id)).settledAt!.toISOString();
    expect(await receipt(code)).toMatchObject({
      payment: { receiptCode: code, refundedAt, partlyRefunded: null },
      artist: { name: artist.name },
    });
    expect(await lookUp({ email: voterEmail })).toMatchObject([
      { receiptCode: code, refundedAt, partlyRefunded: null },
    ]);
    const { body } = await app.http.get(`/api/payment/${payment.id}/receipt-code`).expect(200);
    expect(body).toEqual({ receiptCode: null });
  });

  test('gives the day of a manual refund', async () => {
    const admin = await anAdministrator(app);
    const voterEmail = freshEmail();
    const { payment, code } = await aReceipt({ voterEmail });
    await app.given.aged(payment.id, '3 days');
    const returnedAt = new Date(Date.now() - 86_400_000).toISOString();
    await admin
      .post(`/api/admin/payments/${payment.id}/refund-by-hand`)
      .send({ amount: payment.amount, reference: 'OM-5', returnedAt })
      .expect(200);
    expect((await receipt(code)).payment.refundedAt).toBe(returnedAt);
    const [listed] = await lookUp({ email: voterEmail });
    expect(listed).toMatchObject({ refundedAt: returnedAt });
    expect(JSON.stringify(listed)).not.toContain('OM-5');
  });

  test('shows the refunded part of votes that still count', async () => {
    const voterEmail = freshEmail();
    const { payment, code } = await aReceipt({ voterEmail });
    await app.db.transaction((tx) => recordPartialReturn(tx, payment.id, 150));
    await app.db.transaction((tx) => recordPartialReturn(tx, payment.id, 100));
    const partialRefund = {
      refundedAt: null,
      partlyRefunded: { amountMinor: 100, currency: 'XAF' },
    };
    expect((await receipt(code)).payment).toMatchObject(partialRefund);
    expect(await lookUp({ email: voterEmail })).toMatchObject([partialRefund]);
  });

  test('is part of the response that the payment is completed', async () => {
    const { payment, code } = await aReceipt();
    const { body } = await app.http.get(`/api/payment/${payment.id}/status`).expect(200);
    expect(body.receipt).toEqual(await receipt(code));
  });

  test('does not exist for a pending payment', async () => {
    const voterEmail = freshEmail();
    const { nominations } = await app.given.artist();
    const { id } = await app.given.pendingPayment(nominations, { voterEmail });
    const { body } = await app.http.get(`/api/payment/${id}/receipt-code`).expect(200);
    expect(body).toEqual({ receiptCode: null });
    expect(await lookUp({ email: voterEmail })).toEqual([]);
    const { body: state } = await app.http.get(`/api/payment/${id}/status`).expect(200);
    expect(state).not.toHaveProperty('receipt');
  });
});

describe('a look-up', () => {
  test('by phone finds the receipts of that number, in any notation', async () => {
    const phone = freshPhone();
    const [, a, b, c, d] = /^237(6)(\d\d)(\d\d)(\d{4})$/.exec(phone)!;
    const national = `${a}${b}${c}${d}`;
    const { code } = await aReceipt(paidFrom(phone));
    await aReceipt(paidFrom(freshPhone()));
    const spellings = [
      national,
      phone,
      `+${phone}`,
      `00${phone}`,
      `0${national}`,
      `+237 ${a} ${b} ${c} ${d}`,
      `(+237) ${a}${b}-${c}-${d}`,
      `+237 (0) ${national}`,
      `+237${phone}`,
      ` ${national} `,
      `+237\u00a0${a}\u202f${b}.${c}.${d}`,
      Array.from(phone, (digit) => String.fromCodePoint(0x660 + Number(digit))).join(''),
    ];
    for (const phoneNumber of spellings) {
      expect(await codesFor({ phoneNumber }), phoneNumber).toEqual([code]);
    }
    for (const phoneNumber of [`+${national}`, `${national}0`, `${national} / ${freshPhone()}`]) {
      await app.http.post('/api/receipts/lookup').send({ phoneNumber }).expect(400);
    }
  });

  test('by phone needs the key: the number alone finds nothing', async () => {
    const phone = freshPhone();
    await aReceipt({ ...paidFrom(phone), phoneHash: hashPhone(phone, 'x'.repeat(32)) });
    expect(await lookUp({ phoneNumber: phone })).toEqual([]);
  });

  test('by e-mail ignores case and surrounding spaces', async () => {
    const { code } = await aReceipt({ voterEmail: 'Marie.Ngo@Example.CM' });
    for (const email of [
      'Marie.Ngo@Example.CM',
      'marie.ngo@example.cm',
      'MARIE.NGO@EXAMPLE.CM',
      '  marie.ngo@example.cm\t',
    ]) {
      expect(await codesFor({ email }), email).toEqual([code]);
    }
  });

  test('by e-mail accepts no part of an address, and no pattern', async () => {
    await aReceipt({ voterEmail: 'paul_biyick@example.cm' });
    for (const email of [
      'biyick@example.cm',
      'paul.biyick@example.cm',
      'paul_biyick@example.c.cm',
    ]) {
      expect(await lookUp({ email })).toEqual([]);
    }
  });

  test('returns the newest receipts first', async () => {
    const voterEmail = freshEmail();
    const days = [3, 1, 2];
    const codeOf = new Map<number, string>();
    for (const day of days) {
      const { payment, code } = await aReceipt({ voterEmail });
      await app.given.aged(payment.id, `${day} days`);
      codeOf.set(day, code);
    }
    expect(await codesFor({ email: voterEmail })).toEqual([1, 2, 3].map((day) => codeOf.get(day)));
  });

  test('returns receipts of the same moment always in the same order', async () => {
    const voterEmail = freshEmail();
    const createdAt = new Date();
    const created = [];
    for (let i = 0; i < 6; i++) created.push((await aReceipt({ voterEmail, createdAt })).payment);
    const byId = [...created].sort((a, b) => (a.id < b.id ? 1 : -1));
    expect(await codesFor({ email: voterEmail })).toEqual(
      byId.map((payment) => payment.receiptCode),
    );
  });

  test('contains what a row of the list shows, and nothing more', async () => {
    const voterEmail = freshEmail();
    const { artist, payment, code } = await aReceipt({ voterEmail, each: 3 });
    const receipts = await lookUp({ email: voterEmail });
    expect({ receipts }).toEqual(receiptList.parse({ receipts }));
    expect(receipts).toEqual([
      {
        receiptCode: code,
        edition: { year: '2025', name: 'Festival Awards', nameFr: null },
        createdAt: payment.createdAt.toISOString(),
        provider: 'campay',
        totalVotes: 6,
        amount: 600,
        currency: 'XAF',
        artist: { name: artist.name, photoUrl: artist.photoUrl },
        refundedAt: null,
        partlyRefunded: null,
      },
    ]);
  });

  test('of a person without receipts is an empty list', async () => {
    expect(await lookUp({ email: 'nobody@example.cm' })).toEqual([]);
    expect(await lookUp({ phoneNumber: freshPhone() })).toEqual([]);
  });

  test('requires either e-mail or phone: exactly one of them', async () => {
    const voterEmail = freshEmail();
    const phone = freshPhone();
    await aReceipt({ voterEmail, ...paidFrom(phone) });
    for (const body of [{ email: voterEmail, phoneNumber: phone }, {}]) {
      const answer = await app.http.post('/api/receipts/lookup').send(body).expect(400);
      expect(answer.body).toMatchObject({
        code: 'validation',
        issues: [{ path: '', message: 'Give either email or phoneNumber' }],
      });
    }
  });

  test('is never cached by a browser or proxy', async () => {
    const answer = await app.http
      .post('/api/receipts/lookup')
      .send({ email: freshEmail() })
      .expect(200);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

test('no response about a payment contains personal data', async () => {
  const voterEmail = freshEmail();
  const phone = freshPhone();
  const personal = {
    voterEmail,
    ...paidFrom(phone),
    ipAddress: '203.0.113.77',
    userAgent: 'Personal browser',
    providerRef: 'provider-reference',
    idempotencyKey: 'personal-key',
  };
  const { payment, code } = await aReceipt(personal);
  const answers = await Promise.all([
    app.http.get(receiptPath(code)),
    app.http.get(`/api/payment/${payment.id}/status`),
    app.http.get(`/api/payment/${payment.id}/receipt-code`),
    app.http.post('/api/receipts/lookup').send({ email: voterEmail }),
    app.http.post('/api/receipts/lookup').send({ phoneNumber: phone }),
  ]);
  for (const { status, text } of answers) {
    expect(status).toBe(200);
    for (const secret of [...Object.values(personal), phone.slice(3)]) {
      expect(text).not.toContain(secret);
    }
  }
});
