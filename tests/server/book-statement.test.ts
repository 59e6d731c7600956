import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BookDay, StatementCompared, StatementMapping } from '#shared/contracts/books';
import { adminActions, bookDays, paymentEvents, statementMappings } from '#shared/schema';
import { anAdministrator, aSignedInVoter } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { enterOurs } from '../support/provider-books';
import { statementMapping } from '../support/statement-mapping';

const ZONE = 'Africa/Douala';
let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let nominations: { id: string }[];
let yesterday: string;
let noon: Date;

beforeEach(async () => {
  app = await startTestApp({ env: { EVENT_TIMEZONE: ZONE } });
  admin = await anAdministrator(app);
  nominations = (await app.given.artist()).nominations;
  yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now() - 86_400_000);
  noon = new Date(`${yesterday}T12:00:00+01:00`);
});
afterEach(() => app.close());

const MAPPING = statementMapping({
  payment: 'External Id',
  fee: 'Fee',
  status: 'Status',
  paidWords: ['Successful'],
});
const HEAD = 'Id,Status,Date,External Id,Amount,Fee';
const createPayment = (status: 'completed' | 'pending' = 'completed') =>
  enterOurs(app, nominations, { provider: 'mtn-momo', at: noon, status });
let lastId = 1_000;
const line = (
  { paymentId, amount }: { paymentId: string; amount: number },
  changes: object = {},
) => {
  const cells = {
    id: String(++lastId),
    status: 'Successful',
    date: `${yesterday} 12:00:05`,
    payment: paymentId,
    amount: String(amount),
    fee: '4',
    ...changes,
  };
  return Object.values(cells).join(',');
};

const post = (path: string, query: Record<string, string>, body: string | Buffer) =>
  admin
    .post(`/api/admin/statements${path}?${new URLSearchParams(query)}`)
    .set('Content-Type', 'text/csv')
    .send(body as string);
const preview = (body: string | Buffer) => post('/preview', { provider: 'mtn-momo' }, body);
const upload = (
  body: string | Buffer,
  changes: Partial<StatementMapping> = {},
  extraQuery: object = {},
) =>
  post(
    '',
    {
      provider: 'mtn-momo',
      from: yesterday,
      until: yesterday,
      mapping: JSON.stringify({ ...MAPPING, ...changes }),
      ...extraQuery,
    },
    body,
  );
const compareStatement = async (body: string | Buffer, changes: Partial<StatementMapping> = {}) =>
  (await upload(body, changes).expect(200)).body as StatementCompared;
const readDay = async (): Promise<BookDay> =>
  (await admin.get(`/api/admin/books/days/${yesterday}`).expect(200)).body;
const expectNothingSaved = async () => {
  expect(await app.db.$count(bookDays)).toBe(0);
  expect(await app.db.$count(statementMappings)).toBe(0);
};

test('a matching statement: the day is compared, and its columns are stored', async () => {
  const [first, second] = [await createPayment(), await createPayment()];
  const file = [HEAD, line(first), line(second), line(first, { status: 'Failed' })].join('\n');
  expect(await compareStatement(file)).toEqual({
    problems: [],
    days: 1,
    lines: 2,
    strangers: 0,
    differences: 0,
  });
  const { comparisons } = await readDay();
  expect(comparisons).toMatchObject([
    {
      provider: 'mtn-momo',
      source: 'upload',
      state: 'compared',
      listed: {
        sums: [{ currency: 'XAF', payments: 2, paid: 400, returned: 0 }],
        fees: [{ currency: 'XAF', fee: 8, net: 392 }],
      },
    },
  ]);
  const { body } = await preview('Montant,Amount,Id,Date,Status,External Id\n').expect(200);
  expect(body.mapping).toEqual({ ...MAPPING, fee: null, paidWords: [] });
  expect(body.remembered).toEqual(['payment', 'reference', 'amount', 'at', 'status']);
  const [action] = await app.db
    .select()
    .from(adminActions)
    .where(eq(adminActions.action, 'books.statement'));
  expect(action).toMatchObject({ userId: admin.id, entityId: yesterday, after: { lines: 2 } });
});

test('two columns with the same heading are distinguished', async () => {
  const payment = await createPayment();
  const withSecondAmount = (written: string) => written.replace(/,([^,]*),([^,]*)$/, ',7,$1,$2');
  const file = [
    withSecondAmount(HEAD).replace(',7,', ',Amount,'),
    withSecondAmount(line(payment)),
  ].join('\n');
  const { body } = await preview(file).expect(200);
  expect(body.columns.map(({ name }: { name: string }) => name)).toEqual([
    'Id',
    'Status',
    'Date',
    'External Id',
    'Amount',
    'Amount (2)',
    'Fee',
  ]);
  expect(body.columns[5].samples).toEqual(['200']);
  expect(await compareStatement(file)).toMatchObject({ differences: 1 });
  expect(await compareStatement(file, { amount: 'Amount (2)' })).toMatchObject({
    differences: 0,
    problems: [],
  });
  expect((await preview(file).expect(200)).body.mapping.amount).toBe('Amount (2)');
});

test('differences are shown as with any list', async () => {
  const [pending, missing, wrong] = [
    await createPayment('pending'),
    await createPayment(),
    await createPayment(),
  ];
  const file = [
    HEAD,
    line(pending),
    line(wrong, { amount: '999' }),
    line({ paymentId: 'rent', amount: 5 }),
  ];
  expect(await compareStatement(file.join('\r\n'))).toMatchObject({ differences: 3, strangers: 1 });
  const { differences } = await readDay();
  expect(differences.map(({ reason, payment }) => [reason, payment?.id]).sort()).toEqual([
    ['amount-differs', wrong.paymentId],
    ['paid-there', pending.paymentId],
    ['unknown-there', missing.paymentId],
  ]);
});

test('without a column with our id, the operator’s reference identifies the line', async () => {
  const payment = await createPayment();
  await app.db.insert(paymentEvents).values({
    paymentId: payment.paymentId,
    from: 'pending',
    to: 'completed',
    source: 'reconcile',
    detail: { operatorReference: '23503452' },
  });
  const file = `Id,Date,Amount\n23503452,${yesterday} 12:00,200\n77,${yesterday} 12:00,100`;
  const plain = { payment: null, fee: null, status: null, paidWords: [] };
  expect(await compareStatement(file, plain)).toMatchObject({
    lines: 2,
    strangers: 1,
    differences: 0,
  });
});

describe('a file is read whatever its format', () => {
  test.each<[string, (text: string) => Buffer]>([
    ['UTF-8 with a byte order mark', (text) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['Windows-1252', (text) => Buffer.from(text, 'latin1')],
  ])('%s, with French figures and days', async (_name, encode) => {
    const { paymentId } = await createPayment();
    const [year, month, day] = yesterday.split('-');
    const file = [
      'Référence;Date et heure;Identifiant externe;Montant;État',
      `A1;${day}/${month}/${year} 12:00;${paymentId};"200,00 FCFA";Réussi`,
    ].join('\r\n');
    const { body } = await preview(encode(file)).expect(200);
    const { mapping, lines } = body;
    expect(lines).toBe(1);
    expect(mapping).toEqual({
      reference: 'Référence',
      payment: 'Identifiant externe',
      amount: 'Montant',
      credit: null,
      debit: null,
      at: 'Date et heure',
      time: null,
      fee: null,
      status: 'État',
      sides: [],
      paidWords: ['Réussi'],
      dateOrder: 'dmy',
      decimals: 'auto',
    });
    expect(await compareStatement(encode(file), mapping)).toMatchObject({
      lines: 1,
      differences: 0,
    });
  });
});

describe('an invalid file is rejected at the field, and nothing is saved', () => {
  test.each<[string, string[], Partial<StatementMapping>, object]>([
    [
      'a doubled line',
      ['1,Successful,DAY 12:00,,200,0', '1,Successful,DAY 12:00,,200,0'],
      {},
      { field: 'reference', problem: 'doubled', rows: [3] },
    ],
    [
      'no reference',
      [',Successful,DAY 12:00,,200,0'],
      {},
      { field: 'reference', problem: 'empty', rows: [2] },
    ],
    [
      'a part of a franc',
      ['1,Successful,DAY 12:00,,"1,50",0'],
      {},
      { field: 'amount', problem: 'not-an-amount', rows: [2] },
    ],
    [
      'an invalid fee',
      ['1,Successful,DAY 12:00,,100,much'],
      {},
      { field: 'fee', problem: 'not-an-amount', rows: [2] },
    ],
    [
      'another order of days',
      ['1,Successful,20/11/2025,,200,0'],
      {},
      { field: 'at', problem: 'not-a-date', rows: [2] },
    ],
    [
      'a missing column',
      ['1,Successful,DAY 12:00,,200,0'],
      { amount: 'Montant' },
      { field: 'amount', problem: 'no-column', rows: [] },
    ],
    [
      'neither reference',
      ['1,Successful,DAY 12:00,,200,0'],
      { reference: null, payment: null },
      { field: 'reference', problem: 'no-reference' },
    ],
    [
      'a value that never occurs',
      ['1,Successful,DAY 12:00,,200,0'],
      { paidWords: ['Réussi'] },
      { field: 'paidWords', problem: 'no-word' },
    ],
    [
      'quotes that never end',
      ['1,Successful,"DAY 12:00,,200,0'],
      {},
      { field: 'file', problem: 'broken-quotes', rows: [2] },
    ],
    [
      'lines of other days',
      ['1,Successful,2020-01-01 12:00,,200,0'],
      {},
      { field: 'days', problem: 'no-lines' },
    ],
    ['only headings', [], {}, { field: 'days', problem: 'no-lines' }],
  ])('%s', async (_name, lines, changes, problem) => {
    const file = [HEAD, ...lines].join('\n').replaceAll('DAY', yesterday);
    const { problems } = await compareStatement(file, changes);
    expect(problems).toMatchObject([problem]);
    await expectNothingSaved();
  });

  test('days that have not begun, and too many of them', async () => {
    const file = [HEAD, line(await createPayment())].join('\n');
    const tomorrow = new Date(noon.getTime() + 48 * 3_600_000).toISOString().slice(0, 10);
    const problemsFor = async (days: object) =>
      (await upload(file, {}, days).expect(200)).body.problems;
    expect(await problemsFor({ until: tomorrow })).toMatchObject([
      { field: 'days', problem: 'not-begun' },
    ]);
    expect(await problemsFor({ from: '2025-01-01' })).toMatchObject([{ problem: 'too-many-days' }]);
    expect(await problemsFor({ until: '2020-01-01' })).toMatchObject([
      { problem: 'too-many-days' },
    ]);
    await expectNothingSaved();
  });

  test.each([
    ['nothing', '', 'import-empty'],
    ['a broken spreadsheet', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'import-damaged'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 1]), 'import-not-text'],
  ])('%s', async (_name, file, code) => {
    expect((await preview(file).expect(400)).body.code).toBe(code);
    expect((await upload(file).expect(400)).body.code).toBe(code);
  });

  test('a provider that has a list, and an unknown one', async () => {
    const file = [HEAD, line(await createPayment())].join('\n');
    for (const provider of ['campay', 'nobody']) {
      expect((await upload(file, {}, { provider }).expect(409)).body.code).toBe('not-comparable');
    }
    await upload(file, {}, { mapping: '{' }).expect(400);
    await upload(file, {}, { mapping: '{}' }).expect(400);
  });

  test('no bytes whatsoever crash the parser', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const { status } = await upload(Buffer.from(bytes));
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 50, seed: 1 },
    );
    await expectNothingSaved();
  });
});

test('two hundred thousand lines are compared, and more than 250,000 are rejected', async () => {
  const payment = await createPayment();
  const rows = Array.from(
    { length: 200_000 },
    (_, index) => `x${index},Successful,2025-01-01 10:00,${randomUUID()},100,2`,
  );
  const file = [HEAD, ...rows, line(payment)].join('\n');
  expect((await preview(file).expect(200)).body.lines).toBe(200_001);
  expect(await compareStatement(file)).toMatchObject({ problems: [], lines: 1, differences: 0 });
  const tooLong = [HEAD, ...Array.from({ length: 250_001 }, (_, index) => `${index},a,b,c,d,e`)];
  expect((await upload(tooLong.join('\n')).expect(413)).body.code).toBe('import-too-many-rows');
});

test('statements are only for administrators', async () => {
  await app.http.post('/api/admin/statements/preview?provider=mtn-momo').expect(401);
  await (await aSignedInVoter(app)).post('/api/admin/statements').expect(403);
});
