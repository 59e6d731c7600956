import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { ownDays, type StartedFigures } from '#server/kept-figures/index';
import type { Edition } from '#server/settings/index';
import type { Analytics } from '#shared/contracts/admin-payments';
import { linkVisits } from '#shared/schema';

type LinkFigures = Analytics['links'];

/** More than a person would read. */
const MAX_ROWS = 50;

/**
 * Returns an edition's visits, payments started and votes counted by source, most votes first. A
 * vote belongs to the link from which its payment was started, and to the day of that start. Visits
 * are stored by day: those of the day on which an edition begins count for the new one.
 * @param since the first day of the visits, as YYYY-MM-DD in the event's time zone
 */
export async function readLinkFigures(
  db: Database,
  { edition, timezone, since }: { edition: Edition; timezone: string; since: string },
  { links }: Pick<StartedFigures, 'links'>,
): Promise<LinkFigures> {
  const { from, until } = ownDays(edition, timezone);
  const { rows } = await db.execute<{ source: string; visits: number }>(sql`
    select source, sum(visits)::int as visits from ${linkVisits}
    where day >= ${since > from ? since : from}::date and day < ${until}::date group by source`);
  const visits = new Map(rows.map((row) => [row.source, row.visits]));
  const sources = [...new Set([...visits.keys(), ...Object.keys(links)])];
  return sources
    .map((source) => {
      const { payments: checkouts, votes } = links[source] ?? { payments: 0, votes: 0 };
      return { source, visits: visits.get(source) ?? 0, checkouts, votes };
    })
    .sort(
      (a, b) =>
        b.votes - a.votes ||
        b.checkouts - a.checkouts ||
        b.visits - a.visits ||
        (a.source < b.source ? -1 : 1),
    )
    .slice(0, MAX_ROWS);
}
