import { z } from 'zod';
import {
  COMPARISON_STATES,
  DIFFERENCE_REASONS,
  DIFFERENCE_RESOLUTIONS,
  LIST_TROUBLES,
} from '../domain/books';
import { PAYMENT_STATUSES } from '../domain/payment';
import { currency, isoInstant, storableText, uuid } from './primitives';

const count = z.number().int();
const money = z.object({ amountMinor: count, currency });
/** A day of the event's time zone. */
export const bookDay = z.iso.date().refine((day) => day >= '1000-01-01', 'Out of range');
const month = z.string().regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/);

/**
 * What payments of one currency took and what it bought: `taken` less what went back equals `asked`,
 * or the books differ. All amounts in minor units.
 */
const bookLine = z.object({
  currency,
  /** Payments that were completed on the day, whatever became of them later. */
  payments: count,
  taken: count,
  /** Given back whole, and the votes taken back. */
  refunded: count,
  /** Lost in a dispute, and the votes taken back. */
  disputed: count,
  /** Given back in part; the votes count, and the difference leaves it out. */
  partlyReturned: count,
  /** Votes that count. */
  votes: count,
  /** What these votes were asked for. */
  asked: count,
  /** Must be 0. */
  difference: count,
});
export type BookLine = z.infer<typeof bookLine>;

const comparisonState = z.enum(COMPARISON_STATES);

/** `GET /api/admin/books?month=2025-11`: by default the present month of the event's time zone. */
export const booksQuery = z.strictObject({ month: month.optional() });
export const books = z.object({
  month,
  /** Of the first completed payment; the present one without any. */
  firstMonth: month,
  today: bookDay,
  /** Over all time, by the counters that the metrics tell; empty, and 0 votes, where all agrees. */
  overall: z.object({ differences: z.array(money), votes: count }),
  /** Days on which money was taken, the newest first. */
  days: z.array(
    z.object({
      day: bookDay,
      lines: z.array(bookLine),
      /** Of providers whose list is compared, or was to be. */
      comparisons: z.array(z.object({ provider: z.string(), state: comparisonState })),
      /** Nobody has settled them. */
      openDifferences: count,
    }),
  ),
});
export type Books = z.infer<typeof books>;

/** `GET /api/admin/books/days/:day` */
export const bookDayParams = z.object({ day: bookDay });

/** What a list says of a day, in minor units of a currency as the provider writes it. */
export const listedSums = z.object({
  sums: z.array(z.object({ currency: z.string(), payments: count, paid: count, returned: count })),
  /** Empty where the provider tells none; perhaps in another currency than the payments'. */
  fees: z.array(z.object({ currency: z.string(), fee: count, net: count })),
});
export type ListedSums = z.infer<typeof listedSums>;

const comparison = z.object({
  /** `stripe`, `campay`, … */
  provider: z.string(),
  /** Whether we ask the provider, or an administrator brings a statement. */
  source: z.enum(['list', 'upload']),
  state: comparisonState,
  isUnderWay: z.boolean(),
  triedAt: isoInstant.nullable(),
  /** Who wanted it; null for the nightly job. */
  by: z.string().nullable(),
  /** Until where a list came that could not be read to its end; null where nothing came. */
  readUntil: isoInstant.nullable(),
  trouble: z.enum(LIST_TROUBLES).nullable(),
  listed: listedSums.nullable(),
});
export type Comparison = z.infer<typeof comparison>;

const difference = z.object({
  id: uuid,
  provider: z.string(),
  reason: z.enum(DIFFERENCE_REASONS),
  /** Ours, as it is now; null where we have none. */
  payment: z
    .object({
      id: uuid,
      amountMinor: count,
      currency,
      status: z.enum(PAYMENT_STATUSES),
      isReversed: z.boolean(),
    })
    .nullable(),
  /** Theirs; null where they say nothing. */
  listed: z.object({ amountMinor: count, currency: z.string(), at: isoInstant }).nullable(),
  providerRef: z.string().nullable(),
  resolution: z.enum(DIFFERENCE_RESOLUTIONS).nullable(),
  resolvedAt: isoInstant.nullable(),
  note: z.string().nullable(),
});
export type Difference = z.infer<typeof difference>;

/** So many at once; with more, the list or its account is another one than ours. */
export const MOST_DIFFERENCES = 500;

export const bookDayDetail = z.object({
  day: bookDay,
  /** Whether the day has ended: until then it is not compared. */
  isOver: z.boolean(),
  lines: z.array(bookLine),
  comparisons: z.array(comparison),
  /** Open ones first; no more than `MOST_DIFFERENCES`. */
  differences: z.array(difference),
  openDifferences: count,
});
export type BookDay = z.infer<typeof bookDayDetail>;

/** `POST /api/admin/books/days/:day/compare`: goes on after the answer. */
export const comparisonWanted = z.strictObject({ provider: storableText(50) });
export const comparisonStarted = z.object({
  /** False where it was under way already. */
  isNew: z.boolean(),
});

/** `POST /api/admin/books/differences/:id/ask`, empty body. */
export const differenceAsked = z.object({ isAnswered: z.boolean(), isSettled: z.boolean() });

/** `POST /api/admin/books/differences/:id/close` */
export const differenceClosing = z.strictObject({ note: storableText(500).trim().min(1) });

const heading = storableText(200);

/** Which columns of an uploaded statement say what, and how they are written. */
export const statementMapping = z.strictObject({
  /** The provider's own reference. */
  reference: heading.nullable(),
  /** Our payment's id. */
  payment: heading.nullable(),
  amount: heading,
  at: heading,
  fee: heading.nullable(),
  status: heading.nullable(),
  /** What stands under `status` where the money came; the other lines are passed over. */
  paidWord: storableText(50).trim().min(1).nullable(),
  dateOrder: z.enum(['ymd', 'dmy', 'mdy']),
  decimalMark: z.enum(['.', ',']),
});
export type StatementMapping = z.infer<typeof statementMapping>;

/** The books of a day, or of the whole event, as a report tells them. */
export const closingFigures = z.object({
  /** By provider and currency. */
  lines: z.array(bookLine.extend({ provider: z.string() })),
  /** Where the provider tells them, of the days that are compared. */
  fees: z.array(z.object({ provider: z.string(), currency: z.string(), fee: count, net: count })),
  votesByCategory: z.array(
    z.object({
      /** Missing in what earlier releases have closed. */
      id: uuid.optional(),
      name: z.string(),
      nameFr: z.string().nullable(),
      votes: count,
    }),
  ),
  /** What was not settled. */
  open: z.object({ pending: count, flagged: count, differences: count, notCompared: count }),
});
export type ClosingFigures = z.infer<typeof closingFigures>;

/** Of a statement that is uploaded. */
export const STATEMENT_MAX_BYTES = 48 * 1024 * 1024;
export const STATEMENT_MAX_LINES = 250_000;
export const STATEMENT_MAX_DAYS = 62;

/** `POST /api/admin/statements/preview?provider=mtn-momo`: what the file says of itself; saves nothing. */
export const statementQuery = z.strictObject({ provider: storableText(50) });
export const statementPreview = z.object({
  encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']),
  columns: z.array(z.string()),
  /** The first lines, cut short. */
  sample: z.array(z.array(z.string())),
  lines: count,
  /** As it was chosen the last time, as far as the file has these columns; otherwise guessed. */
  mapping: z.object({
    ...statementMapping.shape,
    amount: heading.nullable(),
    at: heading.nullable(),
  }),
});
export type StatementPreview = z.infer<typeof statementPreview>;

/** `POST /api/admin/statements?provider=…&from=…&until=…&mapping={…}` */
export const statementUpload = z.strictObject({
  provider: storableText(50),
  from: bookDay,
  /** Included. */
  until: bookDay,
  mapping: z
    .string()
    .max(3_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('Is no JSON');
        return z.NEVER;
      }
    })
    .pipe(statementMapping),
});

const STATEMENT_FIELDS = [
  'file',
  'days',
  'reference',
  'payment',
  'amount',
  'at',
  'fee',
  'status',
  'paidWord',
] as const;
const STATEMENT_PROBLEMS = [
  /** The file has no such column. */
  'no-column',
  /** Neither a reference nor a payment is told. */
  'no-reference',
  'empty',
  'not-an-amount',
  'not-a-date',
  /** The same more than once. */
  'doubled',
  /** No line has this word. */
  'never-found',
  'broken-quotes',
  /** No line is of these days. */
  'no-lines',
  'too-many-days',
  'not-over',
] as const;
const statementProblem = z.object({
  field: z.enum(STATEMENT_FIELDS),
  problem: z.enum(STATEMENT_PROBLEMS),
  /** As a spreadsheet counts them; the first few. */
  rows: z.array(count),
  /** In how many rows. */
  count,
});
export type StatementProblem = z.infer<typeof statementProblem>;

export const statementCompared = z.object({
  /** With any, nothing was saved. */
  problems: z.array(statementProblem),
  days: count,
  /** Of these days, as paid. */
  lines: count,
  /** Of these, lines that name no payment of ours. */
  strangers: count,
  differences: count,
});
export type StatementCompared = z.infer<typeof statementCompared>;

/** `GET /api/admin/books/closings`, of a day or of the whole event. */
export const closingsQuery = z.strictObject({ day: bookDay.optional() });
const correction = z.object({
  /** `stripe`, `campay`, …; null for what is of none. */
  provider: z.string().nullable(),
  currency: z.string().nullable(),
  category: z
    .object({
      /** Null for all categories of this name, where what was closed tells no ids. */
      id: uuid.nullable(),
      name: z.string(),
      nameFr: z.string().nullable(),
    })
    .nullable(),
  figure: z.enum([
    'payments',
    'taken',
    'refunded',
    'disputed',
    'partlyReturned',
    'votes',
    'asked',
    'difference',
    'fee',
    'net',
  ]),
  closed: count,
  now: count,
});
export type Correction = z.infer<typeof correction>;
export const closings = z.object({
  /** The newest first. */
  closings: z.array(
    z.object({
      id: count,
      closedAt: isoInstant,
      by: z.string(),
      /** What has changed since, until the next closing. */
      corrections: z.array(correction),
    }),
  ),
  /** Whether closing would say anything new. */
  canClose: z.boolean(),
});
export type Closings = z.infer<typeof closings>;

/** `POST /api/admin/books/closings` */
export const closingWanted = z.strictObject({
  /** Null for the whole event. */
  day: bookDay.nullable(),
});
export const closingDone = z.object({ id: count });
export const closingParams = z.object({
  id: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(2 ** 31),
});
export const reportQuery = z.strictObject({ lang: z.enum(['en', 'fr']).default('en') });
