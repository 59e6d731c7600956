import { inflateSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rangeOf, readFigures } from '#server/admin/books/closing/figures';
import type { Closings } from '#shared/contracts/books';
import { adminActions, bookClosings, categories, paymentFlags } from '#shared/schema';
import { anAdministrator, aSignedInVoter } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { enterBoth, enterOurs } from '../support/provider-books';

const ZONE = 'Africa/Douala';
let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let nominations: { id: string; categoryId: string }[];
let yesterday: string;
let noon: Date;

beforeEach(async () => {
  app = await startTestApp({ env: { EVENT_TIMEZONE: ZONE } });
  admin = await anAdministrator(app);
  nominations = (await app.given.artist()).nominations;
  yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now() - 86_400_000);
  noon = new Date(`${yesterday}T12:00:00+01:00`);
  await app.db
    .update(categories)
    .set({ name: '=Best Song', nameFr: 'Révélation d’Élite' })
    .where(eq(categories.id, nominations[0]!.categoryId));
});
afterEach(() => app.close());

const list = async (day?: string): Promise<Closings> => {
  const query = day === undefined ? '' : `?day=${day}`;
  return (await admin.get(`/api/admin/books/closings${query}`).expect(200)).body;
};
const close = (day: string | null) => admin.post('/api/admin/books/closings').send({ day });
const csvOf = async (id: number, lang = 'en') =>
  (await admin.get(`/api/admin/books/closings/${id}/report.csv?lang=${lang}`).expect(200)).text;

const readClosable = () =>
  app.db.transaction((tx) => readFigures(tx, rangeOf(app.deps.event.current, yesterday, ZONE)));

async function createDay() {
  const mobile = await enterBoth(app, nominations, { provider: 'campay', at: noon });
  const card = await enterBoth(app, nominations, { provider: 'stripe', at: noon });
  await admin.post(`/api/admin/books/days/${yesterday}/compare`).send({ provider: 'campay' });
  await app.settled();
  return { mobile, card };
}

describe('closing a day', () => {
  test('stores its figures and the administrator, and is recorded as an action', async () => {
    await createDay();
    await enterOurs(app, nominations, { provider: 'campay', at: new Date(noon.getTime() - 864e5) });
    const { body } = await close(yesterday).expect(201);
    const [row] = await app.db.select().from(bookClosings);
    const nothing = { refunded: 0, disputed: 0, partlyReturned: 0, difference: 0 };
    expect(row).toMatchObject({
      id: body.id,
      day: yesterday,
      userId: admin.id,
      figures: {
        lines: [
          {
            provider: 'campay',
            currency: 'XAF',
            payments: 1,
            taken: 200,
            votes: 2,
            asked: 200,
            ...nothing,
          },
          {
            provider: 'stripe',
            currency: 'USD',
            payments: 1,
            taken: 100,
            votes: 2,
            asked: 100,
            ...nothing,
          },
        ],
        fees: [{ provider: 'campay', currency: 'XAF', fee: 4, net: 196 }],
        votesByCategory: [
          {
            id: nominations[0]!.categoryId,
            name: '=Best Song',
            nameFr: 'Révélation d’Élite',
            votes: 4,
          },
        ],
        open: { pending: 0, flagged: 0, differences: 0, notCompared: 1 },
      },
    });
    const [action] = await app.db
      .select()
      .from(adminActions)
      .where(eq(adminActions.action, 'books.close'));
    expect(action).toMatchObject({ userId: admin.id, entity: 'books', entityId: yesterday });
    expect(await list(yesterday)).toMatchObject({
      closings: [{ id: body.id, by: expect.any(String), corrections: [] }],
      canClose: false,
    });
    expect((await close(yesterday).expect(409)).body.code).toBe('not-closable');
  });

  test('is refused for a day that has not ended, with that reason', async () => {
    const { nominations } = await app.given.artist();
    await app.given.completedPayment(nominations);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Douala' }).format();
    const { body } = await close(today).expect(409);
    expect(body).toEqual({
      code: 'day-not-over',
      message: 'This day can be closed once it has ended',
    });
  });

  test('later changes appear as a correction beside it, and never as an edit', async () => {
    const { mobile } = await createDay();
    const first = (await close(yesterday).expect(201)).body.id;
    const [stored] = await app.db.select().from(bookClosings);
    await admin
      .post(`/api/admin/payments/${mobile.paymentId}/refund-by-hand`)
      .send({ amount: 200, reference: 'OM-1', returnedAt: new Date().toISOString() })
      .expect(200);
    const { closings, canClose } = await list(yesterday);
    expect(canClose).toBe(true);
    expect(closings[0]!.corrections).toEqual(
      expect.arrayContaining([
        {
          provider: 'campay',
          currency: 'XAF',
          category: null,
          figure: 'refunded',
          closed: 0,
          now: 200,
        },
        {
          provider: null,
          currency: null,
          category: {
            id: nominations[0]!.categoryId,
            name: '=Best Song',
            nameFr: 'Révélation d’Élite',
          },
          figure: 'votes',
          closed: 4,
          now: 2,
        },
      ]),
    );
    expect((await app.db.select().from(bookClosings))[0]).toEqual(stored);
    // After closing again, the new one has no correction, and the old one shows what led to it.
    const second = (await close(yesterday).expect(201)).body.id;
    expect((await list(yesterday)).closings).toMatchObject([
      { id: second, corrections: [] },
      { id: first, corrections: closings[0]!.corrections },
    ]);
    await expect(app.db.delete(bookClosings)).rejects.toThrow();
    await expect(app.db.execute(sql`update book_closings set day = null`)).rejects.toThrow();
  });

  test('categories with the same name are distinguished, and those closed without ids still compared', async () => {
    const [first] = nominations;
    const [second] = (await app.given.artist()).nominations;
    await app.db
      .update(categories)
      .set({ name: '=Best Song', isActive: false })
      .where(eq(categories.id, second!.categoryId));
    const of = { provider: 'campay', at: noon } as const;
    await enterBoth(app, [first!], of);
    const { paymentId } = await enterBoth(app, [second!], of);
    const closedBefore = await readClosable();
    await app.db.insert(bookClosings).values({
      day: yesterday,
      userId: admin.id,
      figures: {
        ...closedBefore,
        votesByCategory: closedBefore.votesByCategory.map(({ id: _id, ...rest }) => rest),
      },
    });
    expect(await list(yesterday)).toMatchObject({
      closings: [{ corrections: [] }],
      canClose: false,
    });
    const atCampay = await enterBoth(app, [first!], of);
    const earlier = (await list(yesterday)).closings[0]!.corrections;
    expect(earlier.filter(({ category }) => category)).toMatchObject([
      { category: { id: null, name: '=Best Song' }, closed: 4, now: 6 },
    ]);

    await close(yesterday).expect(201);
    for (const [id, amount] of [
      [paymentId, 200],
      [atCampay.paymentId, 200],
    ] as const) {
      await admin
        .post(`/api/admin/payments/${id}/refund-by-hand`)
        .send({ amount, reference: 'OM-1', returnedAt: new Date().toISOString() })
        .expect(200);
    }
    const [{ corrections, id: closing }] = (await list(yesterday)).closings as [
      Closings['closings'][number],
    ];
    const byCategory = corrections.filter(({ category }) => category);
    expect(byCategory).toHaveLength(2);
    expect(byCategory).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          category: expect.objectContaining({ id: first!.categoryId }),
          closed: 4,
          now: 2,
        }),
        expect.objectContaining({
          category: expect.objectContaining({ id: second!.categoryId }),
          closed: 2,
          now: 0,
        }),
      ]),
    );
    expect((await csvOf(closing)).match(/Best Song",,Votes,\d,\d/g)).toHaveLength(2);
  });

  test('two simultaneous closings have the effect of one', async () => {
    await createDay();
    const all = await Promise.all([close(yesterday), close(yesterday), close(yesterday)]);
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('is rejected before the day is over', async () => {
    const { today } = (await admin.get('/api/admin/books').expect(200)).body;
    await close(today).expect(409);
    expect((await list(today)).canClose).toBe(false);
  });
});

test('the whole event is closed separately, with what is open', async () => {
  const { mobile } = await createDay();
  await app.db.insert(paymentFlags).values({ paymentId: mobile.paymentId, flag: 'disputed' });
  const { body } = await close(null).expect(201);
  const text = await csvOf(body.id);
  expect(text).toContain('Books,Whole edition');
  expect(text).toContain('Payments that need review,1');
  expect((await list(yesterday)).closings).toEqual([]);
  expect((await list()).closings).toHaveLength(1);
});

describe('the report', () => {
  test('as a table: no cell is a formula, and figures are plain', async () => {
    await createDay();
    const { body } = await close(yesterday).expect(201);
    const text = await csvOf(body.id);
    expect(text.startsWith('\uFEFFSection,About,Currency,Figure,Value,Now\r\n')).toBe(true);
    expect(text).toContain('Totals by provider and currency,Campay,XAF,Taken,200,');
    expect(text).toContain('Totals by provider and currency,Stripe,USD,Taken,1.00,');
    expect(text).toContain(`Votes by category,"'=Best Song",,Votes,4,`);
    expect(await csvOf(body.id, 'fr')).toContain(
      'Votes par catégorie,Révélation d’Élite,,Votes,4,',
    );
  });

  test('as a PDF, in both languages, with the letters of every name', async () => {
    await createDay();
    await app.db
      .update(categories)
      .set({ nameFr: 'Ŋgò Šárka 漢' })
      .where(eq(categories.id, nominations[0]!.categoryId));
    const { body } = await close(yesterday).expect(201);
    for (const lang of ['en', 'fr']) {
      const answer = await admin
        .get(`/api/admin/books/closings/${body.id}/report.pdf?lang=${lang}`)
        .buffer(true)
        .parse((res, done) => {
          const parts: Buffer[] = [];
          res.on('data', (part: Buffer) => void parts.push(part));
          res.on('end', () => done(null, Buffer.concat(parts)));
        })
        .expect(200);
      expect(answer.headers['content-type']).toBe('application/pdf');
      expect(answer.headers['content-disposition']).toContain(`books-${yesterday}.pdf`);
      const pdf: Buffer = answer.body;
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pdf.subarray(-6).toString()).toContain('%%EOF');
      // The fonts are embedded, and map to Unicode: texts can be copied and found.
      expect(pdf.includes('/FontFile2') || pdf.includes('/FontFile3')).toBe(true);
      expect(pdf.includes('/ToUnicode')).toBe(true);
      expect(countInflatableStreams(pdf)).toBeGreaterThan(3);
    }
  });

  test('for an unknown closing is not found', async () => {
    await admin.get('/api/admin/books/closings/77/report.pdf').expect(404);
    await admin.get('/api/admin/books/closings/77/report.csv').expect(404);
    await admin.get('/api/admin/books/closings/x/report.csv').expect(400);
  });
});

/** Number of its streams that can be unpacked. */
function countInflatableStreams(pdf: Buffer): number {
  let count = 0;
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    try {
      inflateSync(pdf.subarray(at + 7));
      count += 1;
    } catch {
      // The keyword also occurs at the end of a stream.
    }
  }
  return count;
}

test('closings are only for administrators', async () => {
  await app.http.get('/api/admin/books/closings').expect(401);
  await app.http.get('/api/admin/books/closings/1/report.pdf').expect(401);
  await (await aSignedInVoter(app))
    .post('/api/admin/books/closings')
    .send({ day: null })
    .expect(403);
});
