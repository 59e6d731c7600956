import type { BookDay, Books, Closings, Difference } from '#shared/contracts/books';
import { answer, heading, hold, signInAsAdministrator, UNKNOWN_ID, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const BOOKS_API = '**/api/admin/books';
const MONTH_API = '**/api/admin/books?month=2025-11';
const DAY = '2025-11-20';
const DAY_API = `**/api/admin/books/days/${DAY}`;
const CLOSINGS_API = '**/api/admin/books/closings*';

const xaf = {
  currency: 'XAF',
  payments: 1_204,
  taken: 1_234_500,
  refunded: 12_300,
  disputed: 0,
  partlyReturned: 0,
  votes: 12_222,
  asked: 1_222_200,
  difference: 0,
} as const;
const usd = {
  ...xaf,
  currency: 'USD',
  payments: 87,
  taken: 12_350,
  refunded: 500,
  disputed: 250,
  partlyReturned: 150,
  votes: 232,
  asked: 11_600,
} as const;

const month: Books = {
  month: '2025-11',
  firstMonth: '2025-09',
  today: '2025-11-21',
  overall: { differences: [], votes: 0 },
  costs: [
    { provider: 'campay', currency: 'XAF', fee: 2_470, net: 121_030 },
    { provider: 'fapshi', currency: 'XAF', fee: 1_500, net: 48_500 },
    { provider: 'stripe', currency: 'EUR', fee: 612, net: 18_240 },
  ],
  days: [
    { day: '2025-11-21', lines: [xaf], comparisons: [], openDifferences: 0 },
    {
      day: DAY,
      lines: [xaf, usd],
      comparisons: [
        { provider: 'campay', state: 'not-compared' },
        { provider: 'stripe', state: 'compared' },
      ],
      openDifferences: 7,
    },
  ],
};
const wrongMonth: Books = {
  ...month,
  overall: { differences: [{ amountMinor: -1_234_500, currency: 'XAF' }], votes: 1_234 },
  days: [
    {
      day: DAY,
      lines: [{ ...xaf, difference: -1_234_500 }],
      comparisons: [],
      openDifferences: 0,
    },
  ],
};

const payment = {
  id: UNKNOWN_ID,
  amountMinor: 12_500,
  currency: 'XAF',
  status: 'pending',
  isReversed: false,
} as const;
const difference = (
  index: number,
  reason: Difference['reason'],
  more: Partial<Difference> = {},
): Difference => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  provider: 'campay',
  reason,
  payment,
  listed: { amountMinor: 12_500, currency: 'XAF', at: '2025-11-20T18:15:00.000Z' },
  providerRef: 'bcedde9b-62a7-4421-96ac-2e6179552a1a',
  resolution: null,
  resolvedAt: null,
  note: null,
  ...more,
});

const day: BookDay = {
  day: DAY,
  isOver: true,
  lines: [xaf, usd],
  comparisons: [
    {
      provider: 'campay',
      source: 'list',
      state: 'not-compared',
      isUnderWay: false,
      triedAt: '2025-11-21T02:00:10.000Z',
      by: null,
      readUntil: '2025-11-20T14:05:00.000Z',
      trouble: 'unanswered',
      listed: null,
    },
    {
      provider: 'stripe',
      source: 'list',
      state: 'compared',
      isUnderWay: false,
      triedAt: '2025-11-21T08:00:10.000Z',
      by: 'Grace-Élisabeth Nguématcha-Kouam',
      readUntil: null,
      trouble: null,
      listed: {
        sums: [{ currency: 'USD', payments: 87, paid: 12_350, returned: 900 }],
        fees: [{ currency: 'EUR', fee: 3_020, net: 8_430 }],
      },
    },
    {
      provider: 'mtn-momo',
      source: 'upload',
      state: 'due',
      isUnderWay: false,
      triedAt: null,
      by: null,
      readUntil: null,
      trouble: null,
      listed: null,
    },
  ],
  differences: [
    difference(1, 'paid-there'),
    difference(2, 'unknown-there', { listed: null, payment: { ...payment, status: 'completed' } }),
    difference(3, 'amount-differs'),
    difference(4, 'refunded-there'),
    difference(5, 'disputed-there'),
    difference(6, 'listed-twice'),
    difference(11, 'counted-twice'),
    difference(7, 'unknown-here', { payment: null }),
    difference(8, 'paid-there', { resolution: 'settled', resolvedAt: '2025-11-21T08:00:10.000Z' }),
    difference(9, 'unknown-there', {
      resolution: 'closed',
      resolvedAt: '2025-11-21T08:00:10.000Z',
      note: 'Campay a confirmé au téléphone que la ligne manque dans sa liste.',
    }),
  ],
  openDifferences: 7,
};
const emptyDay: BookDay = {
  ...day,
  isOver: false,
  lines: [],
  comparisons: ['campay', 'mtn-momo'].map((provider, index) => ({
    provider,
    source: index === 0 ? 'list' : 'upload',
    state: 'due',
    isUnderWay: false,
    triedAt: '2025-11-20T20:50:00.000Z',
    by: 'Grace-Élisabeth Nguématcha-Kouam',
    readUntil: '2025-11-20T20:40:00.000Z',
    trouble: null,
    listed: { sums: [{ currency: 'XAF', payments: 87, paid: 12_350, returned: 900 }], fees: [] },
  })),
  differences: [],
  openDifferences: 0,
};

const neverClosed: Closings = { closings: [], canClose: true };
const closed: Closings = {
  closings: [
    {
      id: 2,
      closedAt: '2025-11-22T08:00:10.000Z',
      by: 'Grace',
      corrections: [
        {
          provider: 'campay',
          currency: 'XAF',
          category: null,
          figure: 'refunded',
          closed: 0,
          now: 12_300,
        },
        {
          provider: null,
          currency: null,
          category: {
            id: 'c0ffee00-0000-4000-8000-000000000001',
            name: 'Best Song',
            nameFr: 'Meilleure chanson',
          },
          figure: 'votes',
          closed: 12_345,
          now: 12_222,
        },
      ],
    },
    { id: 1, closedAt: '2025-11-21T08:00:10.000Z', by: 'Grace', corrections: [] },
  ],
  canClose: true,
};

const title = ({ texts }: Visit) => texts.books.title;

async function openMonth(visit: Visit, books: Books, closings = neverClosed): Promise<void> {
  await answer(visit.page, MONTH_API, books);
  await answer(visit.page, CLOSINGS_API, closings);
  await signInAsAdministrator(visit.page);
  await visit.page.goto('/admin/books?month=2025-11');
}

async function openDay(visit: Visit, read: BookDay, closings = neverClosed): Promise<void> {
  await answer(visit.page, DAY_API, read);
  await answer(visit.page, CLOSINGS_API, closings);
  await signInAsAdministrator(visit.page);
  await visit.page.goto(`/admin/books?day=${DAY}`);
}

export const bookStates: ScreenState[] = [
  {
    name: 'books of a month',
    title,
    async show(visit) {
      await openMonth(visit, month, closed);
      return heading(visit, visit.texts.books.closing.eventHeading);
    },
  },
  {
    name: 'books with differences',
    title,
    async show(visit) {
      await openMonth(visit, wrongMonth);
      return visit.page.getByRole('alert').first();
    },
  },
  {
    name: 'books of a month without payments',
    title,
    async show(visit) {
      await openMonth(visit, { ...month, days: [] });
      return visit.page.getByText(visit.texts.books.noDays);
    },
  },
  {
    name: 'books loading',
    title,
    async show(visit) {
      await hold(visit.page, BOOKS_API);
      await signInAsAdministrator(visit.page);
      await visit.page.goto('/admin/books');
      const spinner = visit.page.getByRole('main').getByText(visit.texts.common.loading).last();
      return spinner.locator('..').locator('svg').first();
    },
  },
  {
    name: 'books error',
    title,
    async show(visit) {
      const unavailable = { code: 'unavailable', message: 'for machines' };
      await answer(visit.page, BOOKS_API, unavailable, 503);
      await signInAsAdministrator(visit.page);
      await visit.page.goto('/admin/books');
      return heading(visit, visit.texts.admin.loadError.heading);
    },
  },
  {
    name: 'books of a day, with every difference',
    title,
    async show(visit) {
      await openDay(visit, day);
      return heading(visit, visit.texts.books.reason['unknown-here'].title);
    },
  },
  {
    name: 'books of a day that goes on',
    title,
    async show(visit) {
      await openDay(visit, emptyDay);
      return visit.page.getByText(visit.texts.books.nothingTaken);
    },
  },
  {
    name: 'books of a day, closed twice',
    title,
    async show(visit) {
      await openDay(visit, { ...day, differences: [], openDifferences: 0 }, closed);
      return visit.page.getByRole('button', { name: visit.texts.books.closing.again });
    },
  },
  {
    name: 'books, a statement with errors',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await answer(page, '**/api/admin/statements/preview*', {
        encoding: 'spreadsheet',
        sheets: ['Relevé', 'Notes'],
        sheet: 'Relevé',
        headingsRow: 5,
        passedOver: [
          { row: 1, text: 'Account statement', why: 'above' },
          { row: 1_210, text: 'Total, 12 500', why: 'total' },
        ],
        passedOverCount: 2,
        // Headings from the provider, not our own texts.
        columns: [
          { name: 'Txn Id', samples: ['23503452', '23503453'] },
          { name: 'Txn Date', samples: ['20/11/2025 14:03'] },
          { name: 'External Id', samples: [UNKNOWN_ID] },
          { name: 'Txn Amount', samples: ['12.500', '1500.000'] },
          { name: 'Txn Status', samples: ['Successful', 'Unsuccessful'] },
          { name: 'Txn Type', samples: ['Collection', 'Reversal'] },
          { name: 'Refunded At', samples: ['21/11/2025 09:12'] },
          { name: 'Handler', samples: [] },
        ],
        lines: 1_204,
        mapping: {
          reference: 'Txn Id',
          payment: 'External Id',
          amount: 'Txn Amount',
          credit: null,
          debit: null,
          at: 'Txn Date',
          time: null,
          fee: null,
          status: 'Txn Status',
          sides: [
            { column: 'Txn Type', text: 'Reversal', meaning: 'left' },
            { column: 'Refunded At', text: '*', meaning: 'failed' },
          ],
          paidWords: ['Successful'],
          dateOrder: 'dmy',
          decimals: 'auto',
        },
        remembered: ['reference'],
        reading: {
          words: [
            { word: 'Unsuccessful', lines: 4, amount: 6_000, isPaid: false },
            { word: 'Successful', lines: 1_200, amount: 12_500_000, isPaid: true },
          ],
          sides: [
            {
              ...{ column: 'Txn Type', text: 'Reversal', meaning: 'left', isDecided: true },
              ...{ lines: 1, amount: 1_000 },
            },
            {
              ...{ column: 'Refunded At', text: '*', meaning: 'failed', isDecided: true },
              ...{ lines: 3, amount: 4_500 },
            },
          ],
          paid: { lines: 1_199, amount: 12_499_000 },
          returned: { lines: 1, amount: 1_000 },
          days: [
            {
              day: '2025-11-20',
              paid: { lines: 1_199, amount: 12_499_000 },
              ours: { lines: 1_200, amount: 12_500_000 },
            },
          ],
          twoReadings: { text: '12.500', thousands: 12_500, decimal: 12.5, mark: '.' },
          problems: [],
        },
      });
      await answer(page, '**/api/admin/statements?*', {
        problems: [
          { field: 'amount', problem: 'not-an-amount', rows: [2, 3, 4, 5, 6], count: 1_204 },
          { field: 'reference', problem: 'doubled', rows: [7], count: 1 },
          { field: 'days', problem: 'not-begun', rows: [], count: 1 },
        ],
        days: 0,
        lines: 0,
        strangers: 0,
        differences: 0,
      });
      await openDay(visit, day);
      const file = { name: 'releve-mtn.csv', mimeType: 'text/csv', buffer: Buffer.from('Id') };
      await page.getByLabel(texts.books.statement.choose).last().setInputFiles(file);
      const form = page.locator('form');
      await form.getByRole('button', { name: texts.books.compare }).click();
      return form.getByText(texts.books.statement.problem['not-begun']);
    },
  },
];
