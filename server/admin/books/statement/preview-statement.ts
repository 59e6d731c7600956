import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '#server/db/client';
import { daysWithPayments, PAID, readFigures } from '#server/kept-figures/index';
import type { TableRow } from '#server/platform/tables/index';
import {
  MAX_SIDES,
  type StatementMapping,
  type StatementPreview,
  type StatementReading,
  type statementQuery,
} from '#shared/contracts/books';
import { statementMappings } from '#shared/schema';
import { nextDay } from '../days';
import { amountIn } from './amounts';
import { guessMapping } from './guess-mapping';
import { openStatement } from './open-statement';
import { readStatement, type Statement, withUniqueNames } from './read-statement';

const SAMPLE_LINES = 3;
/** Lines used for guessing; more than are shown. */
const GUESSING_LINES = 200;
const MAX_COLUMNS = 100;
const MAX_CELL_LENGTH = 60;
const MAX_HEADING_LENGTH = 200;
/** Days shown beside ours. */
const MAX_DAYS = 62;

interface PreviewContext {
  db: Database;
  timezone: string;
}

/**
 * Reads a statement with the given mapping, or with a proposed one, and adds it up. Changes
 * nothing.
 * @throws AppError 400, 413 or 503 with one of the `UNREADABLE_IMPORTS`
 */
export async function previewStatement(
  { db, timezone }: PreviewContext,
  { provider, mapping: chosen, ...place }: z.output<typeof statementQuery>,
  file: Buffer,
): Promise<StatementPreview> {
  const { found, passedOver, headings, rows } = await openStatement(file, place);
  const beginning: TableRow[] = [];
  while (beginning.length < GUESSING_LINES) {
    const next = await rows.next();
    if (next.done) break;
    beginning.push(next.value);
  }
  const names = withUniqueNames(headings);
  const isFilled = (at: number) =>
    headings[at] !== '' || beginning.some(({ cells }) => (cells[at] ?? '') !== '');
  const columns = [
    ...new Set(names.filter((name, at) => name.length <= MAX_HEADING_LENGTH && isFilled(at))),
  ].slice(0, MAX_COLUMNS);
  const indexes = columns.map((name) => names.indexOf(name));
  const sample = beginning.map(({ cells }) => indexes.map((at) => cells[at] ?? ''));
  const [stored] = await db
    .select({ mapping: statementMappings.mapping })
    .from(statementMappings)
    .where(eq(statementMappings.provider, provider));
  const guess = guessMapping({ columns, rows: sample }, stored?.mapping, timezone);
  const mapping = chosen ?? guess.mapping;
  const isComplete = mapping.at !== null;
  const statement = await readStatement(
    { headings, rows: chained(beginning, rows), passedOver },
    {
      // Without a column of moments, the lines are only counted.
      mapping: { ...mapping, at: mapping.at ?? '' },
      timezone,
      certaintyOf: chosen ? undefined : guess.certaintyOf,
    },
  );
  const paidWords = chosen?.paidWords ?? statement.words.flatMap(paidWord);
  return {
    ...found,
    passedOver: passedOver.listed,
    passedOverCount: passedOver.count,
    columns: columns.map((name, at) => ({ name, samples: samplesOf(sample, at) })),
    lines: statement.lines,
    mapping: {
      ...mapping,
      sides: occurring(mapping.sides, statement),
      paidWords: mapping.status === null ? [] : paidWords,
    },
    remembered: chosen ? [] : guess.remembered,
    reading: isComplete ? await readingOf(statement, { db, provider, timezone }) : null,
  };
}

/** What was decided of values that the file has; others would pile up from file to file. */
const occurring = (decided: StatementMapping['sides'], { sides }: Statement) =>
  decided.filter(({ column, text }) =>
    sides.some((side) => side.column === column && side.text === text),
  );

const paidWord = ({ word, isPaid }: { word: string; isPaid: boolean }) => (isPaid ? [word] : []);

async function* chained<Item>(first: readonly Item[], rest: AsyncIterable<Item>) {
  yield* first;
  yield* rest;
}

/** The first different values of a column. */
const samplesOf = (sample: readonly string[][], at: number): string[] =>
  [...new Set(sample.map((cells) => (cells[at] ?? '').slice(0, MAX_CELL_LENGTH)))]
    .filter((text) => text !== '')
    .slice(0, SAMPLE_LINES);

async function readingOf(
  { entries, words, sides, twoReadings, problems }: Statement,
  { db, provider, timezone }: PreviewContext & { provider: string },
): Promise<StatementReading> {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: timezone });
  const zero = () => ({ lines: 0, amount: 0 });
  const sums = { paid: zero(), returned: zero() };
  const paidByDay = new Map<string, ReturnType<typeof zero>>();
  for (const { kind, money, at } of entries) {
    const sum = kind === 'paid' ? sums.paid : sums.returned;
    sum.lines += 1;
    sum.amount += money.amountMinor;
    const day = dayOf.format(at);
    const ofDay = paidByDay.get(day) ?? zero();
    paidByDay.set(day, ofDay);
    if (kind !== 'paid') continue;
    ofDay.lines += 1;
    ofDay.amount += money.amountMinor;
  }
  const days = [...paidByDay.keys()].sort().slice(0, MAX_DAYS);
  const ours = await oursByDay(db, { provider, timezone, days });
  return {
    ...sums,
    words,
    sides: sides.slice(0, MAX_SIDES),
    days: days.map((day) => ({
      day,
      paid: paidByDay.get(day) ?? zero(),
      ours: ours.get(day) ?? zero(),
    })),
    twoReadings: twoReadings && {
      text: twoReadings.text.slice(0, MAX_CELL_LENGTH),
      thousands: amountIn(twoReadings.text, 'thousands') ?? 0,
      decimal: amountIn(twoReadings.text, twoReadings.mark) ?? 0,
      mark: twoReadings.mark,
    },
    problems: problems.all,
  };
}

/**
 * Returns our completed payments of a provider in francs, whatever happened to them later, of all
 * editions: a statement knows none.
 */
async function oursByDay(
  db: Database,
  { provider, timezone, days }: { provider: string; timezone: string; days: readonly string[] },
): Promise<Map<string, { lines: number; amount: number }>> {
  const [from, last] = [days[0], days.at(-1)];
  if (from === undefined || last === undefined) return new Map();
  const spans = await daysWithPayments(db, { timezone, from, until: nextDay(last) });
  const paid = await readFigures(db, PAID, spans);
  return new Map(
    spans.map(({ day }, index) => {
      const lines = paid[index]?.lines ?? [];
      const ours = lines.filter((line) => line.provider === provider && line.currency === 'XAF');
      return [
        day,
        {
          lines: ours.reduce((sum, { payments }) => sum + payments, 0),
          amount: ours.reduce((sum, { taken }) => sum + taken, 0),
        },
      ];
    }),
  );
}
