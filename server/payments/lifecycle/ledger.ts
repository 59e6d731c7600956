import { sql } from 'drizzle-orm';
import { nominationTotals, payments, paymentVotes } from '#shared/schema';
import type { Queryable } from '../../db/client';

export interface LedgerDifference {
  nominationId: string;
  /** What `nomination_totals` says. */
  stored: number;
  /** What the votes of completed payments add up to. */
  counted: number;
}

/** Recounts every vote from the ledger; an empty list means the totals are true. */
export async function verifyLedger(db: Queryable): Promise<LedgerDifference[]> {
  const { rows } = await db.execute<{ nominationId: string; stored: number; counted: number }>(sql`
    with ledger as (
      select ${paymentVotes.nominationId} as nomination_id, sum(${paymentVotes.voteCount}) as votes
      from ${paymentVotes} join ${payments} on ${payments.id} = ${paymentVotes.paymentId}
      where ${payments.status} = 'completed'
      group by ${paymentVotes.nominationId}
    )
    select coalesce(ledger.nomination_id, ${nominationTotals.nominationId}) as "nominationId",
      coalesce(${nominationTotals.votes}, 0)::int as stored,
      coalesce(ledger.votes, 0)::int as counted
    from ledger full join ${nominationTotals}
      on ${nominationTotals.nominationId} = ledger.nomination_id
    where coalesce(${nominationTotals.votes}, 0) <> coalesce(ledger.votes, 0)
    order by 1`);
  return rows;
}
