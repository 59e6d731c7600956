import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import type { BookLine } from '#shared/contracts/books';
import { sumOfLines } from '#shared/domain/books';
import { FIRST_EDITION } from '#shared/domain/editions';
import { INITIAL_VOTE_PRICES } from '#shared/domain/pricing';
import {
  editions,
  keptFigures,
  nominations,
  payments,
  paymentVotes,
  returnedMoney,
} from '#shared/schema';
import { type Span, spanTable } from './span';

export interface PaidLine extends Omit<BookLine, 'difference'> {
  /** Id of the edition in which the payments were created, whenever they were completed. */
  edition: number;
  provider: string;
}

/** Money taken and votes bought, of the payments completed in a span. */
export interface PaidFigures {
  lines: PaidLine[];
  /** Votes that count, by category, which belongs to one edition. */
  votes: Record<string, number>;
}

/**
 * False for figures that a server of the release before, which knows no editions, has kept of a time
 * after the second edition began.
 */
export const isPaidUsable = sql`(
  ${keptFigures.figures}->'lines' = '[]' or ${keptFigures.figures} #> '{lines,0,edition}' is not null
  or ${keptFigures.endsAt} <= coalesce((select min(begun_at) from ${editions}), 'infinity')
)`;

/** All payments from before there were several editions belong to the first one. */
export const readPaid = ({ lines, votes }: PaidFigures): PaidFigures => ({
  lines: lines.map((line) => ({ ...line, edition: line.edition ?? FIRST_EDITION })),
  votes,
});

/** Selects the lines of one edition. */
export const paidIn = ({ lines }: Pick<PaidFigures, 'lines'>, edition: number): PaidLine[] =>
  lines.filter((line) => line.edition === edition);

/** As the function `edition_at`, which PostgreSQL would call for each payment. */
const editionOfPayment = sql`(
  select whole.id from ${editions} as whole
  where whole.state <> 'draft'
    and (whole.begun_at is null or whole.begun_at <= ${payments.createdAt})
    and (whole.ended_at is null or ${payments.createdAt} < whole.ended_at)
)`;

/** Price of one vote; payments from before prices were stored use the fixed prices of that time. */
const priceAsked = sql`coalesce(${payments.votePrice}, case ${payments.currency}
  when 'XAF' then ${INITIAL_VOTE_PRICES['mobile-money'].amountMinor}::int
  else ${INITIAL_VOTE_PRICES.card.amountMinor}::int end)`;

const isDisputed = sql`(status <> 'completed' and failure_reason = 'disputed')`;

/** Adds up payments and their vote lines, so that the counters are verified as well. */
export async function addUpPaid(db: Queryable, spans: readonly Span[]): Promise<PaidFigures[]> {
  // The lines are read by payment: the planner expects far more payments, and would read all lines.
  const { rows } = await db.execute<PaidFigures & Record<string, unknown>>(sql`
    with paid as materialized (
      select place, ${payments.id} as id, ${editionOfPayment} as edition, provider, currency,
        amount::bigint, ${payments.status} as status, failure_reason, ${priceAsked} as price,
        (select coalesce(sum(back.amount), 0) from ${returnedMoney} as back
          where back.payment_id = payments.id and back.kind = 'in-part') as returned
      from ${spanTable(spans)}
      join ${payments} on completed_at >= "from" and completed_at < "until"
    ), bought as materialized (
      select place, edition, provider, currency, price, nomination_id, vote_count
      from paid cross join lateral (
        select nomination_id, vote_count from ${paymentVotes} where payment_id = paid.id offset 0
      ) as vote
      where status = 'completed'
    ), line as (
      select place, edition, provider, currency, payments, taken, disputed, refunded, "partlyReturned",
        coalesce(votes, 0) as votes, coalesce(asked, 0) as asked
      from (
        select place, edition, provider, currency, count(*) as payments, sum(amount) as taken,
          coalesce(sum(amount) filter (where ${isDisputed}), 0) as disputed,
          coalesce(sum(amount) filter (where status <> 'completed' and not ${isDisputed}), 0)
            as refunded,
          coalesce(sum(returned) filter (where status = 'completed'), 0) as "partlyReturned"
        from paid group by place, edition, provider, currency
      ) as money
      left join (
        select place, edition, provider, currency, sum(vote_count) as votes,
          sum(vote_count * price) as asked
        from bought group by place, edition, provider, currency
      ) as votes using (place, edition, provider, currency)
    ), category as (
      select place, ${nominations.categoryId} as id, sum(vote_count) as votes
      from bought join ${nominations} on ${nominations.id} = nomination_id
      group by place, ${nominations.categoryId}
    )
    select
      (select coalesce(jsonb_agg(to_jsonb(line) - 'place' order by edition, provider, currency desc), '[]')
        from line where line.place = span.place) as lines,
      (select coalesce(jsonb_object_agg(id, category.votes), '{}')
        from category where category.place = span.place) as votes
    from ${spanTable(spans)} order by place`);
  return rows;
}

/** The money taken and not returned in full. */
export const moneyOf = ({ currency, taken, refunded, disputed }: PaidLine) => ({
  currency,
  amount: taken - refunded - disputed,
});

/** Adds figures of several spans up. */
export function sumOfPaid(figures: readonly PaidFigures[]): PaidFigures {
  const lines = new Map<string, PaidLine>();
  const votes: Record<string, number> = {};
  for (const part of figures) {
    for (const line of part.lines) {
      const key = `${line.edition} ${line.provider} ${line.currency}`;
      const sum = lines.get(key);
      lines.set(key, sum ? sumOfLines(sum, line) : line);
    }
    for (const [category, count] of Object.entries(part.votes)) {
      votes[category] = (votes[category] ?? 0) + count;
    }
  }
  return { lines: [...lines.values()].sort(inOrder), votes };
}

const inOrder = (a: PaidLine, b: PaidLine) =>
  a.edition - b.edition ||
  (a.provider === b.provider
    ? a.currency < b.currency
      ? 1
      : -1
    : a.provider < b.provider
      ? -1
      : 1);
