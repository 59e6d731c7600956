import { z } from 'zod';
import { currency } from './primitives';

const count = z.number().int();
const money = z.object({ amountMinor: count, currency });
/** A day of the event's time zone. */
export const bookDay = z.iso.date();
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
  /** Votes that count. */
  votes: count,
  /** What these votes were asked for. */
  asked: count,
  /** Must be 0. */
  difference: count,
});
export type BookLine = z.infer<typeof bookLine>;

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
  days: z.array(z.object({ day: bookDay, lines: z.array(bookLine) })),
});
export type Books = z.infer<typeof books>;
