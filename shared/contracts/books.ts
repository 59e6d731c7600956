import { z } from 'zod';
import {
  COMPARISON_STATES,
  DIFFERENCE_REASONS,
  DIFFERENCE_RESOLUTIONS,
  LIST_TROUBLES,
} from '#shared/domain/books';
import { PAYMENT_STATUSES } from '#shared/domain/payment';
import { currency, isoInstant, jsonText, storableText, uuid } from './primitives';
import { tableFound, tablePlace } from './tables';

const count = z.number().int();
const money = z.object({ amountMinor: count, currency });
/** A day in the event's time zone. */
export const bookDay = z.iso.date().refine((day) => day >= '1000-01-01', 'Out of range');
const month = z.string().regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/);

/**
 * Payments of one currency and the votes they bought: `taken` minus what was returned must equal
 * `asked`, otherwise the books differ. All amounts in minor units.
 */
const bookLine = z.object({
  currency,
  /** Payments completed on the day, whatever happened to them later. */
  payments: count,
  taken: count,
  /** Fully refunded, and the votes withdrawn. */
  refunded: count,
  /** Lost in a dispute, and the votes withdrawn. */
  disputed: count,
  /** Partly refunded; the votes count, and the difference excludes it. */
  partlyReturned: count,
  /** Votes that count. */
  votes: count,
  /** Price of these votes. */
  asked: count,
  /** Must be 0. */
  difference: count,
});
export type BookLine = z.infer<typeof bookLine>;

const comparisonState = z.enum(COMPARISON_STATES);

/**
 * `GET /api/admin/books?month=2025-11`, in the event's time zone; defaults to the current month, or
 * the last one of an archived edition.
 */
export const booksQuery = z.strictObject({ month: month.optional() });
export const books = z.object({
  month,
  /** Month of the first completed payment; the default month when there is none. */
  firstMonth: month,
  today: bookDay,
  /** Of the whole edition, from the counters; empty, and 0 votes, when all agrees. */
  overall: z.object({ differences: z.array(money), votes: count }),
  /** Days on which money was taken, newest first. */
  days: z.array(
    z.object({
      day: bookDay,
      lines: z.array(bookLine),
      /** Providers whose list was compared, or should have been. */
      comparisons: z.array(z.object({ provider: z.string(), state: comparisonState })),
      /** Differences that are not settled. */
      openDifferences: count,
    }),
  ),
  /**
   * What the providers deducted in the month by their own lists, the largest amount first; in minor
   * units. Only days whose list was read, and only providers whose list has fees.
   */
  costs: z.array(z.object({ provider: z.string(), currency: z.string(), fee: count, net: count })),
});
export type Books = z.infer<typeof books>;

/** `GET /api/admin/books/days/:day` */
export const bookDayParams = z.object({ day: bookDay });

/** Sums of a day in a provider's list, in minor units of the currency as the provider writes it. */
export const listedSums = z.object({
  sums: z.array(z.object({ currency: z.string(), payments: count, paid: count, returned: count })),
  /** Empty where the provider lists none; possibly in another currency than the payments'. */
  fees: z.array(z.object({ currency: z.string(), fee: count, net: count })),
});
export type ListedSums = z.infer<typeof listedSums>;

const comparison = z.object({
  /** `stripe`, `campay`, … */
  provider: z.string(),
  /** Whether the statement is read from the provider or uploaded by an administrator. */
  source: z.enum(['list', 'upload']),
  state: comparisonState,
  isUnderWay: z.boolean(),
  triedAt: isoInstant.nullable(),
  /** Administrator who requested it; null for the nightly job. */
  by: z.string().nullable(),
  /**
   * Time at which an incomplete list ended, null when nothing was received; or, while the day is
   * `due`, the time up to which it has been compared so far.
   */
  readUntil: isoInstant.nullable(),
  trouble: z.enum(LIST_TROUBLES).nullable(),
  listed: listedSums.nullable(),
});
export type Comparison = z.infer<typeof comparison>;

const difference = z.object({
  id: uuid,
  provider: z.string(),
  reason: z.enum(DIFFERENCE_REASONS),
  /** Our payment in its current state; null when we have none. */
  payment: z
    .object({
      id: uuid,
      amountMinor: count,
      currency,
      status: z.enum(PAYMENT_STATUSES),
      isReversed: z.boolean(),
    })
    .nullable(),
  /** The provider's entry; null when there is none. */
  listed: z.object({ amountMinor: count, currency: z.string(), at: isoInstant }).nullable(),
  providerRef: z.string().nullable(),
  resolution: z.enum(DIFFERENCE_RESOLUTIONS).nullable(),
  resolvedAt: isoInstant.nullable(),
  note: z.string().nullable(),
});
export type Difference = z.infer<typeof difference>;

/** Most differences of one comparison. More mean that the list or its account is the wrong one. */
export const MAX_DIFFERENCES = 500;

export const bookDayDetail = z.object({
  day: bookDay,
  /** True when the day has ended; before that, it is compared only as far as a list goes. */
  isOver: z.boolean(),
  lines: z.array(bookLine),
  comparisons: z.array(comparison),
  /** Open ones first; at most `MAX_DIFFERENCES`. */
  differences: z.array(difference),
  openDifferences: count,
});
export type BookDay = z.infer<typeof bookDayDetail>;

/** `POST /api/admin/books/days/:day/compare`: continues after the response. */
export const comparisonWanted = z.strictObject({ provider: storableText(50) });
export const comparisonStarted = z.object({
  /** False when a comparison was already running. */
  isNew: z.boolean(),
});

/** `POST /api/admin/books/differences/:id/ask`, empty body. */
export const differenceAsked = z.object({ isAnswered: z.boolean(), isSettled: z.boolean() });

/** `POST /api/admin/books/differences/:id/close` */
export const differenceClosing = z.strictObject({ note: storableText(500).trim().min(1) });

const heading = storableText(200);

/** Most values that the status column of a statement has; one with more is another column. */
export const MAX_STATUS_WORDS = 20;

/** Most values of other columns that are decided for a statement. */
export const MAX_SIDES = 60;
const side = z.enum(['came', 'left', 'failed']);

/** Maps the columns of an uploaded statement and defines their formats. */
export const statementMapping = z.strictObject({
  /** Column of the provider's reference. */
  reference: heading.nullable(),
  /** Column of our payment's id. */
  payment: heading.nullable(),
  /** Column of amounts, negative when money was returned; null for `credit` and `debit`. */
  amount: heading.nullable(),
  /** Column of the amounts that we received. */
  credit: heading.nullable(),
  /** Column of the amounts that left our account. */
  debit: heading.nullable(),
  at: heading,
  /** Column of the time of day, if `at` has only the day. */
  time: heading.nullable(),
  fee: heading.nullable(),
  status: heading.nullable(),
  /**
   * What a value of another column says of its lines: their money came in, left, or did not arrive.
   * The text `*` is each value of a column such as `Refunded at`.
   */
  sides: z
    .array(z.strictObject({ column: heading, text: storableText(200), meaning: side }))
    .max(MAX_SIDES),
  /** Values in the `status` column for money received; lines with other values do not count. */
  paidWords: z.array(storableText(200).trim()).max(MAX_STATUS_WORDS),
  /** Order of days written in figures; one that starts with a year of four digits is clear. */
  dateOrder: z.enum(['ymd', 'dmy', 'mdy']),
  /**
   * What a single mark with three digits after it is: thousands, because francs have no parts, or
   * this decimal mark. `auto` means thousands in a file whose amounts all agree with that.
   */
  decimals: z.enum(['auto', 'thousands', '.', ',']),
});
export type StatementMapping = z.infer<typeof statementMapping>;

/** Columns of a statement that can be chosen. */
export const STATEMENT_COLUMNS = [
  'payment',
  'reference',
  'amount',
  'credit',
  'debit',
  'at',
  'time',
  'fee',
  'status',
] as const satisfies (keyof StatementMapping)[];
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number];

/** The books of a day, or of the whole edition, as written in a report. */
export const closingFigures = z.object({
  /** By provider and currency. */
  lines: z.array(bookLine.extend({ provider: z.string() })),
  /** Fees of the compared days, when the provider lists fees. */
  fees: z.array(z.object({ provider: z.string(), currency: z.string(), fee: count, net: count })),
  votesByCategory: z.array(
    z.object({
      /** Missing in closings made by earlier releases. */
      id: uuid.optional(),
      name: z.string(),
      nameFr: z.string().nullable(),
      votes: count,
    }),
  ),
  /** Items not settled at the time. */
  open: z.object({ pending: count, flagged: count, differences: count, notCompared: count }),
});
export type ClosingFigures = z.infer<typeof closingFigures>;

/** Size limit of an uploaded statement. */
export const STATEMENT_MAX_BYTES = 48 * 1024 * 1024;
export const STATEMENT_MAX_LINES = 250_000;

const jsonMapping = jsonText(statementMapping, 16_000);

const STATEMENT_FIELDS = ['file', 'days', ...STATEMENT_COLUMNS, 'sides', 'paidWords'] as const;
const STATEMENT_PROBLEMS = [
  /** The file has no such column. */
  'no-column',
  /** Neither a reference nor a payment id is given. */
  'no-reference',
  /** Neither a column of amounts nor one of received amounts is given, or both are. */
  'no-amount',
  'empty',
  'not-an-amount',
  /** A line has an amount in both columns, received and sent. */
  'two-amounts',
  /** A fee is larger than its amount. */
  'larger-than-amount',
  /** A column says that money left or did not arrive, and nobody has said what that means. */
  'two-sides',
  /** The amounts of the file can be read in two ways. */
  'two-readings',
  'not-a-date',
  /** A spreadsheet has taken days for months where it could. */
  'swapped',
  /** A spreadsheet has shortened the reference. */
  'shortened',
  /** The same entry occurs more than once. */
  'doubled',
  /** No line has a chosen value of the status column. */
  'no-word',
  /** Far more values than a status has. */
  'not-a-status',
  'broken-quotes',
  /** More cells than headings, as behind an unquoted comma of thousands. */
  'extra-cell',
  /** A title says that the lines below it are no payments received. */
  'section',
  /** No line falls on these days. */
  'no-lines',
  'too-many-days',
  /** The last day is in the future. */
  'not-begun',
] as const;
const statementProblem = z.object({
  field: z.enum(STATEMENT_FIELDS),
  problem: z.enum(STATEMENT_PROBLEMS),
  /** Row numbers as in a spreadsheet; the first few only. */
  rows: z.array(count),
  /** Number of rows. */
  count,
});
export type StatementProblem = z.infer<typeof statementProblem>;

/** Lines and their money, in francs. */
const lineSum = z.object({ lines: count, amount: count });

/** What a statement says when its columns are mapped in a certain way. */
const statementReading = z.object({
  /** Every value of the status column; a single one, empty, without such a column. */
  words: z.array(lineSum.extend({ word: z.string(), isPaid: z.boolean() })),
  /**
   * What columns that the mapping does not use say of lines that count: that money left or did not
   * arrive. Nothing can be compared until each value is decided.
   */
  sides: z.array(
    lineSum.extend({ column: z.string(), text: z.string(), meaning: side, isDecided: z.boolean() }),
  ),
  /** Received by the lines that count. */
  paid: lineSum,
  /** Returned or sent by the lines that count. */
  returned: lineSum,
  /** Days of the lines that count, the first ones; beside them our completed payments. */
  days: z.array(z.object({ day: bookDay, paid: lineSum, ours: lineSum })),
  /** An amount that can be read in two ways, and both readings. */
  twoReadings: z
    .object({
      text: z.string(),
      thousands: z.number(),
      decimal: z.number(),
      mark: z.enum(['.', ',']),
    })
    .nullable(),
  problems: z.array(statementProblem),
});
export type StatementReading = z.infer<typeof statementReading>;

/**
 * `POST /api/admin/statements/preview?provider=mtn-momo`: reads the file; saves nothing. Without a
 * mapping, one is proposed.
 */
export const statementQuery = tablePlace.extend({
  provider: storableText(50),
  mapping: jsonMapping.optional(),
});
export const statementPreview = tableFound.extend({
  columns: z.array(
    z.object({
      name: z.string(),
      /** The first values, truncated. */
      samples: z.array(z.string()),
    }),
  ),
  lines: count,
  mapping: z.object({ ...statementMapping.shape, at: heading.nullable() }),
  /** Fields whose column is the one used last; the others were guessed from the headings. */
  remembered: z.array(z.enum(STATEMENT_COLUMNS)),
  /** Null until the required columns are chosen. */
  reading: statementReading.nullable(),
});
export type StatementPreview = z.infer<typeof statementPreview>;

/** `POST /api/admin/statements?provider=…&from=…&until=…&mapping={…}` */
export const statementUpload = tablePlace.extend({
  provider: storableText(50),
  from: bookDay,
  /** Inclusive. */
  until: bookDay,
  mapping: jsonMapping,
});

export const statementCompared = z.object({
  /** When not empty, nothing was saved. */
  problems: z.array(statementProblem),
  days: count,
  /** Lines of these days marked as paid. */
  lines: count,
  /** Number of these lines that name no payment of ours. */
  strangers: count,
  differences: count,
});
export type StatementCompared = z.infer<typeof statementCompared>;

/** `GET /api/admin/books/closings`, of a day or of the whole edition. */
export const closingsQuery = z.strictObject({ day: bookDay.optional() });
const correction = z.object({
  /** `stripe`, `campay`, …; null when no provider applies. */
  provider: z.string().nullable(),
  currency: z.string().nullable(),
  category: z
    .object({
      /** Null for all categories of this name, when the closing contains no ids. */
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
  /** Newest first. */
  closings: z.array(
    z.object({
      id: count,
      closedAt: isoInstant,
      by: z.string(),
      /** Changes between this closing and the next one. */
      corrections: z.array(correction),
    }),
  ),
  /** True when a new closing would differ. */
  canClose: z.boolean(),
});
export type Closings = z.infer<typeof closings>;

/** `POST /api/admin/books/closings` */
export const closingWanted = z.strictObject({
  /** Null for the whole edition. */
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
