import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { type SqlParameters, statement } from '#server/db/statement';
import type { EventDetail, Evidence } from '#shared/contracts/payment-events';
import type { PaymentEventSource } from '#shared/domain/payment';
import { paymentEvents, payments } from '#shared/schema';
import { commentOf, point } from '../points';
import { allPaymentColumns, PAYMENT, type Payment } from './repository';

interface HintTarget {
  provider: string;
  id: string | null;
  providerRef: string | null;
  checkIntervalMs: number;
}

const lock = statement(
  'lock hinted payment',
  { ...PAYMENT, isFree: Boolean },
  (parameters: SqlParameters<HintTarget>) => sql`
    select ${allPaymentColumns}, coalesce(
      last_checked_at <= now() - ${parameters.checkIntervalMs}::float8 * interval '1 millisecond', true
    )
    from ${payments}
    where provider = ${parameters.provider}
      and (id = ${parameters.id}::uuid or provider_ref = ${parameters.providerRef})
    -- The id first, because another payment may have the same reference.
    order by coalesce(id = ${parameters.id}::uuid, false) desc
    limit 1
    for update`,
);

/** Locks the payment that a hint names. `isFree` is true when it may be checked at once. */
export async function lockHinted(
  tx: Transaction,
  target: HintTarget,
): Promise<{ payment: Payment; isFree: boolean } | null> {
  const [found] = await lock(tx, target);
  if (!found) return null;
  const { isFree, ...payment } = found;
  return { payment, isFree };
}

/**
 * Most claims stored per payment, so that a webhook sender cannot fill the history without limit.
 */
const MAX_CLAIMS = 20;

interface ClaimRow {
  id: string;
  status: string;
  source: PaymentEventSource;
  claim: string;
  /** JSON of `EventDetail<'webhook'>` and the evidence. */
  detail: string;
  checkIntervalMs: number;
  isLeased: boolean;
  leaseMs: number;
}

const orNull = (text: string): string | null => text;

/**
 * A repeated claim about a counted payment is ignored; about any other payment it may justify
 * another check. The hint is dated before the check leased for it and after any other check in
 * flight.
 */
const record = statement(
  commentOf('webhook recorded'),
  {
    isRepeat: Boolean,
    id: orNull,
    hintedAt: payments.hintedAt,
    lastCheckedAt: payments.lastCheckedAt,
    nextCheckAt: payments.nextCheckAt,
    checkCount: payments.checkCount,
  },
  (parameters: SqlParameters<ClaimRow>) => sql`${point('webhook recorded')}
    with known as (
      select count(*) as kept, coalesce(bool_or(detail->>'claim' = ${parameters.claim}), false) as is_repeat
      from ${paymentEvents}
      where payment_id = ${parameters.id} and detail->>'claim' is not null
    ), event as (
      insert into ${paymentEvents} (payment_id, from_status, to_status, source, detail, at)
      select ${parameters.id}::uuid, ${parameters.status}, ${parameters.status}, ${parameters.source},
        ${parameters.detail}::jsonb, clock_timestamp()
      from known where not is_repeat and kept < ${MAX_CLAIMS}
    ), hinted as (
      update ${payments} set
        hinted_at = case when ${parameters.isLeased}
          then now() - interval '1 millisecond'
          else clock_timestamp() end,
        last_checked_at = case when ${parameters.isLeased} then now() else last_checked_at end,
        check_count = check_count + case when ${parameters.isLeased} then 1 else 0 end,
        next_check_at = case when ${parameters.isLeased}
          then now() + ${parameters.leaseMs}::float8 * interval '1 millisecond'
          else least(next_check_at, coalesce(
            last_checked_at + ${parameters.checkIntervalMs}::float8 * interval '1 millisecond', now()
          )) end,
        updated_at = now()
      from known
      where id = ${parameters.id} and not (is_repeat and completed_at is not null)
      returning id, hinted_at, last_checked_at, next_check_at, check_count
    )
    select known.is_repeat, hinted.* from known left join hinted on true`,
);

/**
 * Records what a webhook or a provider's list claims about a locked payment, and schedules the
 * resulting check: leased for the caller, or due as soon as the payment may be checked again.
 * @returns the payment as it is then; null when the claim justifies no check
 */
export async function recordClaim(
  tx: Transaction,
  payment: Payment,
  claimed: Omit<ClaimRow, 'id' | 'status' | 'detail'> & {
    detail: EventDetail<'webhook'> & Evidence;
  },
): Promise<{ isNew: boolean; hinted: Payment | null }> {
  const { id, status } = payment;
  const detail = JSON.stringify(claimed.detail);
  const [recorded] = await record(tx, { ...claimed, id, status, detail });
  if (!recorded) throw new Error('an aggregate returned no row');
  const { isRepeat, id: hintedId, ...changed } = recorded;
  return { isNew: !isRepeat, hinted: hintedId === null ? null : { ...payment, ...changed } };
}
