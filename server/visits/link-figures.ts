import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import type { Analytics } from '#shared/contracts/admin-payments';
import { linkVisits, payments } from '#shared/schema';

type LinkFigures = Analytics['links'];

/** More than a person would read. */
const MAX_ROWS = 50;

/**
 * Returns visits, payments started and votes counted by source since a given day, most votes first.
 * A vote belongs to the link from which its payment was started, and to the day of that start.
 * @param day as YYYY-MM-DD, in the event's time zone
 * @param startsAt start of that day, in ISO 8601
 */
export async function readLinkFigures(
  db: Database,
  { day, startsAt }: { day: string; startsAt: string },
): Promise<LinkFigures> {
  const { rows } = await db.execute<LinkFigures[number]>(sql`
    with visited as (
      select source, sum(visits)::int as visits from ${linkVisits}
      where day >= ${day}::date group by source
    ), paid as (
      select link_source as source, count(*)::int as checkouts,
        coalesce(sum(total_votes) filter (where status = 'completed'), 0)::int as votes
      from ${payments}
      where link_source is not null and created_at >= ${startsAt}::timestamptz
      group by link_source
    )
    select source, coalesce(visits, 0) as visits, coalesce(checkouts, 0) as checkouts,
      coalesce(votes, 0) as votes
    from visited full join paid using (source)
    order by votes desc, checkouts desc, visits desc, source limit ${MAX_ROWS}`);
  return rows;
}
