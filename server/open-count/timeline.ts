import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type CatalogDeps, findCategory, isOpen } from '#server/catalog/index';
import { castFor } from '#server/db/standing';
import type { Api } from '#server/http/index';
import type { ReadCache } from '#server/platform/read-cache';
import type { Timeline } from '#shared/contracts/open-count';
import type { VisibleResults } from '#shared/domain/results';
import { artists, categories, countHours, countMinutes, nominations } from '#shared/schema';

/** From a minute to 30 days; those up to a week are aligned with the event's days and weeks. */
const STEP_MINUTES = [1, 5, 15, 60, 360, 1_440, 10_080, 43_200] as const;
const MAX_STEP = 43_200;
const MAX_STEPS = 240;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface TimelineDeps extends Pick<CatalogDeps, 'db' | 'shown' | 'scope'> {
  /** Time zone of the edition. */
  timeZone: string;
}

/** @param deps returns those of the edition of a query; throws AppError 404 for an unknown one */
export function timelineRoutes(
  api: Api,
  deps: (query: { edition?: string | undefined }) => TimelineDeps,
  cache: ReadCache,
): void {
  // Asynchronous, so that an unknown edition is a rejection.
  api.serveShared('GET /api/count/timeline/:categoryId', cache, async ({ params, query }) =>
    timelineOf(deps(query), params.categoryId, query),
  );
}

interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

interface Steps {
  /** Start of the first step, in epoch ms. */
  from: number;
  /** End of the last minute in which something was counted, in epoch ms. */
  until: number;
  stepMinutes: number;
  steps: number;
}

/**
 * Returns the public votes of a category over time, in steps as short as possible without being too
 * many. Hidden votes are not even read.
 * @throws AppError 404 when there is no such category in the scope
 */
async function timelineOf(
  deps: TimelineDeps,
  categoryId: string,
  period: Period,
): Promise<Timeline> {
  const { db, scope } = deps;
  await findCategory(db, categoryId, scope);
  const shown = await deps.shown();
  if (shown.shows !== 'live' && shown.shows !== 'sealed') return { timeline: null };
  const nominees = await db
    .select({
      nominationId: nominations.id,
      artistName: artists.name,
      castFor: sql<string[]>`${castFor(nominations.id)}`,
    })
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(and(eq(nominations.categoryId, categoryId), isOpen(scope)))
    .orderBy(artists.name, nominations.id);
  const own = nominees.flatMap(({ nominationId, castFor: ids }) =>
    ids.map((id) => ({ id, nominationId })),
  );
  const steps = await stepsOf(deps, idsOf(own), { period, shown });
  const counted = await countedIn(deps, own, { steps, shown });
  const none = () => new Array<number>(steps.steps).fill(0);
  return {
    timeline: {
      ...steps,
      from: new Date(steps.from).toISOString(),
      until: new Date(steps.until).toISOString(),
      nominations: nominees.map(({ nominationId, artistName }) => {
        const votes = none();
        const payments = none();
        const takenBack = none();
        let before = 0;
        for (const row of counted.get(nominationId) ?? []) {
          if (row.step < 0) before = row.votes;
          else {
            votes[row.step] = row.votes;
            payments[row.step] = row.payments;
            takenBack[row.step] = row.takenBack;
          }
        }
        return { nominationId, artistName, before, votes, payments, takenBack };
      }),
    },
  };
}

/** A nomination, and the one for which its votes count. */
interface Cast {
  id: string;
  nominationId: string;
}

const idsOf = (own: readonly Cast[]): SQL => sql`${sql.param(own.map(({ id }) => id))}::uuid[]`;

/** A sealed event shows only the minutes that had ended by then, so later votes are not visible. */
const shownUntil = ({ shows, since }: VisibleResults): SQL =>
  shows === 'sealed'
    ? sql`date_trunc('minute', ${since.toISOString()}::timestamptz)`
    : sql`'infinity'::timestamptz`;

/** Divides the part of the period in which something was counted into steps. */
async function stepsOf(
  { db, timeZone }: TimelineDeps,
  own: SQL,
  { period: { from, to }, shown }: { period: Period; shown: VisibleResults },
): Promise<Steps> {
  const zone = sql`${timeZone}::text`;
  const { rows } = await db.execute<{ start: Date | null; finish: Date | null; week: Date | null }>(
    sql`
      select start, finish,
        date_trunc('week', start at time zone ${zone}) at time zone ${zone} as week
      from (
        select greatest(min(own.first), ${from ?? null}::timestamptz) as start,
          least(max(own.last) + interval '1 minute', ${to ?? null}::timestamptz) as finish
        from unnest(${own}) as nominee(id), lateral (
          select min(minute) as first, max(minute) as last from ${countMinutes}
          where ${countMinutes.nominationId} = nominee.id
            and ${countMinutes.minute} < ${shownUntil(shown)}
        ) as own
      ) as period`,
  );
  const [start, finish, week] = [rows[0]?.start, rows[0]?.finish, rows[0]?.week].map((at) =>
    at ? new Date(at).getTime() : null,
  );
  if (start == null || finish == null || week == null || start >= finish) {
    const none = from ? Date.parse(from) : Date.now();
    return { from: none, until: none, stepMinutes: 1, steps: 0 };
  }
  const cutInto = (stepMinutes: number): Steps => {
    const stepMs = stepMinutes * MINUTE_MS;
    const first = week + Math.floor((start - week) / stepMs) * stepMs;
    return { from: first, until: finish, stepMinutes, steps: Math.ceil((finish - first) / stepMs) };
  };
  const fitting = STEP_MINUTES.find((minutes) => cutInto(minutes).steps <= MAX_STEPS);
  return cutInto(fitting ?? MAX_STEP);
}

interface Counted {
  /** Negative for all that was counted before the first one. */
  step: number;
  votes: number;
  payments: number;
  takenBack: number;
}

/** By the nomination for which the votes count. */
async function countedIn(
  { db }: TimelineDeps,
  own: readonly Cast[],
  { steps: { from, stepMinutes, steps }, shown }: { steps: Steps; shown: VisibleResults },
): Promise<Map<string, Counted[]>> {
  const ids = idsOf(own);
  const first = new Date(from).toISOString();
  const end = new Date(from + steps * stepMinutes * MINUTE_MS).toISOString();
  const step = sql`greatest(-1,
    floor(extract(epoch from minute - ${first}::timestamptz) / ${stepMinutes * 60}::int)
  )::int`;
  // Whole hours up to the last step if each lies within one step, else up to the first step.
  const isOfHours = stepMinutes % 60 === 0 && from % HOUR_MS === 0;
  const until = sql`date_trunc('hour', least(
    ${isOfHours ? end : first}::timestamptz, ${shownUntil(shown)}), 'UTC')`;
  const { rows } = await db.execute<{ nominationId: string } & Counted & Record<string, unknown>>(
    sql`
      with moment as (
        select nomination_id, hour as minute, votes, payments, taken_back from ${countHours}
        where nomination_id = any(${ids}) and hour < ${until}
        union all
        select nomination_id, minute, votes, payments, taken_back from ${countMinutes}
        where nomination_id = any(${ids}) and minute >= ${until}
          and minute < least(${end}::timestamptz, ${shownUntil(shown)})
      )
      select standing.id as "nominationId", ${step} as step, sum(votes)::int as votes,
        sum(payments)::int as payments, sum(taken_back)::int as "takenBack"
      from moment
      join unnest(${ids}, ${sql.param(own.map(({ nominationId }) => nominationId))}::uuid[])
        as standing (cast_id, id) on standing.cast_id = moment.nomination_id
      group by 1, 2`,
  );
  const byNomination = new Map<string, Counted[]>();
  for (const { nominationId, ...counted } of rows) {
    byNomination.set(nominationId, [...(byNomination.get(nominationId) ?? []), counted]);
  }
  return byNomination;
}
