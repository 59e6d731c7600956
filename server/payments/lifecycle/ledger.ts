import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { nominationTotals, payments, paymentVotes } from '#shared/schema';

export interface LedgerDifference {
  nominationId: string;
  /** The total in `nomination_totals`. */
  stored: number;
  /** Sum of the votes of completed payments. */
  counted: number;
}

/** Payments that were ever counted by one provider record. */
export interface SharedRecord {
  provider: string;
  reference: string;
  paymentIds: string[];
}

/**
 * Finds provider records by which more than one payment was counted, comparing UUIDs in any letter
 * case. An empty list means that each payment was counted by a separate record.
 */
export async function findSharedRecords(db: Queryable): Promise<SharedRecord[]> {
  const { rows } = await db.execute<SharedRecord & Record<string, unknown>>(sql`
    select ${payments.provider} as provider, case
        when ${payments.providerRef} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then lower(${payments.providerRef}) else ${payments.providerRef} end as reference,
      array_agg(${payments.id} order by ${payments.id}) as "paymentIds"
    from ${payments}
    where ${payments.completedAt} is not null and ${payments.providerRef} is not null
    group by 1, 2 having count(*) > 1
    order by 1, 2`);
  return rows;
}

/** Recounts every vote from the ledger; an empty list means that the totals are correct. */
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
