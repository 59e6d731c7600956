import { type Database, ONE_SNAPSHOT, type Queryable } from '#server/db/client';
import {
  ALL_DAYS,
  type DaySpan,
  dayOf,
  daysWithPayments,
  moneyOf,
  PAID,
  type PaidFigures,
  type PaidLine,
  paidIn,
  readFigures,
} from '#server/kept-figures/index';
import { differenceOf, totalsByEdition } from '#server/metrics/index';
import { countPayments, countVoters, type PaymentCount } from '#server/payment-counts/index';
import { type Edition, lifetimeOf } from '#server/settings/index';
import type { EditionFigures } from '#shared/contracts/admin-payments';
import { editions } from '#shared/schema';
import { byCurrency, toMoney } from './report-context';

const DAY_MS = 86_400_000;

/**
 * Returns the figures of all editions that have begun, in the order in which they were made, and
 * those of all payments, which are added up independently of them. Money in minor units.
 */
export const readEditionFigures = (
  db: Database,
  all: readonly Edition[],
  timezone: string,
): Promise<EditionFigures> =>
  db.transaction(async (tx) => {
    const totals = await totalsByEdition(tx);
    const begun: { edition: Edition; sums: EditionFigures['all'] }[] = [];
    for (const edition of all.filter(({ state }) => state !== 'draft')) {
      const counts = await countPayments(tx, lifetimeOf(edition));
      begun.push({ edition, sums: sumsOf(counts, totals.get(edition.id) ?? 0) });
    }
    // There is nothing to compare before a second edition has payments.
    const isCompared = begun.filter(({ sums }) => sums.payments > 0).length > 1;
    const voters = isCompared ? await votersOf(tx, begun) : new Map<number, number>();
    const days = isCompared ? await daysWithPayments(tx, { timezone, ...ALL_DAYS }) : [];
    const paid = await readFigures(tx, PAID, days);
    const votes = [...totals.values()].reduce((sum, one) => sum + one, 0);
    return {
      editions: begun.map(({ edition, sums }) => ({
        year: edition.settings.year,
        ...sums,
        voters: voters.get(edition.id) ?? null,
        days: numbered(edition, timezone, days, paid),
      })),
      all: sumsOf(await countPayments(tx), votes),
    };
  }, ONE_SNAPSHOT);

/** Returns the number of voters of each edition; that of an archived one is stored with it. */
async function votersOf(
  tx: Queryable,
  begun: readonly { edition: Edition }[],
): Promise<Map<number, number>> {
  const rows = await tx.select({ id: editions.id, voters: editions.voters }).from(editions);
  const stored = new Map(rows.map(({ id, voters }) => [id, voters]));
  const found = new Map<number, number>();
  for (const { edition } of begun) {
    const { id } = edition;
    found.set(id, stored.get(id) ?? (await countVoters(tx, lifetimeOf(edition))));
  }
  return found;
}

function sumsOf(counts: readonly PaymentCount[], votes: number): EditionFigures['all'] {
  const completed = counts.filter(({ status }) => status === 'completed');
  return {
    payments: completed.reduce((sum, { payments }) => sum + payments, 0),
    votes,
    money: byCurrency(completed).map(toMoney),
    difference: differenceOf(counts, votes),
  };
}

/**
 * Returns the days on which payments of an edition were completed, from its opening on: the first
 * day of voting, or of its first payment if that was earlier or is unknown.
 */
function numbered(
  { id, voting }: Edition,
  timezone: string,
  days: readonly DaySpan[],
  paid: readonly PaidFigures[],
): EditionFigures['editions'][number]['days'] {
  const own = days.flatMap(({ day }, index): { day: string; lines: PaidLine[] }[] => {
    const lines = paidIn(paid[index] ?? { lines: [] }, id);
    return lines.length > 0 ? [{ day, lines }] : [];
  });
  const first = Date.parse(own[0]?.day ?? '');
  const opening = voting.opensAt ? Date.parse(dayOf(voting.opensAt, timezone)) : first;
  const begins = Math.min(opening, first);
  return own.map(({ day, lines }) => ({
    day: (Date.parse(day) - begins) / DAY_MS + 1,
    votes: lines.reduce((sum, line) => sum + line.votes, 0),
    money: byCurrency(lines.map(moneyOf)).map(toMoney),
  }));
}
