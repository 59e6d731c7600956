import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { PAYMENT_SEGMENTS } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import { type Span, spanTable } from './span';

interface LinkSums {
  payments: number;
  /** Votes that count. */
  votes: number;
}

/** What became of the payments created in a span. */
export interface StartedFigures {
  /** Payments by reason of their failure; a refunded payment is not a failure. */
  failures: Record<string, number>;
  /** Payments by the source in the link of their voter. */
  links: Record<string, LinkSums>;
}

const FAILED = PAYMENT_SEGMENTS.filter(({ status }) => status === 'failed').map(
  ({ segment }) => segment,
);

export async function addUpStarted(
  db: Queryable,
  spans: readonly Span[],
): Promise<StartedFigures[]> {
  const { rows } = await db.execute<StartedFigures & Record<string, unknown>>(sql`
    select failures, links from ${spanTable(spans)}
    cross join lateral (
      select coalesce(jsonb_object_agg(reason, number), '{}') as failures
      from (
        select failure_reason as reason, count(*) as number from ${payments}
        where segment = any(${sql.param(FAILED)}::text[]) and completed_at is null
          and created_at >= "from" and created_at < "until"
        group by failure_reason
      ) as failed
    ) as failed
    cross join lateral (
      select coalesce(
        jsonb_object_agg(source, jsonb_build_object('payments', number, 'votes', votes)), '{}'
      ) as links
      from (
        select link_source as source, count(*) as number,
          coalesce(sum(total_votes) filter (where status = 'completed'), 0) as votes
        from ${payments}
        where link_source is not null and created_at >= "from" and created_at < "until"
        group by link_source
      ) as linked
    ) as linked
    order by place`);
  return rows;
}

export function sumOfStarted(figures: readonly StartedFigures[]): StartedFigures {
  const failures: StartedFigures['failures'] = {};
  const links: StartedFigures['links'] = {};
  for (const part of figures) {
    for (const [reason, count] of Object.entries(part.failures)) {
      failures[reason] = (failures[reason] ?? 0) + count;
    }
    for (const [source, { payments, votes }] of Object.entries(part.links)) {
      const sum = links[source] ?? { payments: 0, votes: 0 };
      links[source] = { payments: sum.payments + payments, votes: sum.votes + votes };
    }
  }
  return { failures, links };
}
