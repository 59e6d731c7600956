import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '#server/db/client';
import { type SqlParameters, statement } from '#server/db/statement';
import type { EventDetail, Evidence } from '#shared/contracts/payment-events';
import type { PaymentEventSource } from '#shared/domain/payment';
import { paymentEvents, payments } from '#shared/schema';
import { commentOf, point } from '../points';
import { allPaymentColumns, type LeasedPayment, PAYMENT, type Payment } from './repository';

interface HintTarget {
  provider: string;
  id: string | null;
  providerRef: string | null;
}

/** Another payment may have the same reference, so the id decides. */
const isHinted = ({ provider, id, providerRef }: SqlParameters<HintTarget>) => sql`
  where provider = ${provider} and (id = ${id}::uuid or provider_ref = ${providerRef})
  order by coalesce(id = ${id}::uuid, false) desc
  limit 1
  for update`;

const lock = statement(
  'lock hinted payment',
  {},
  (target: SqlParameters<HintTarget>) => sql`select from ${payments} ${isHinted(target)}`,
);

/**
 * Most claims stored per payment, so that a webhook sender cannot fill the history without limit.
 */
const MAX_CLAIMS = 20;

interface Claim extends HintTarget {
  source: PaymentEventSource;
  claim: string;
  /** JSON of `EventDetail<'webhook'>` and the evidence. */
  detail: string;
  checkIntervalMs: number;
  /** True when the resulting check may be leased for the caller. */
  mayLease: boolean;
  leaseMs: number;
}

const orNull = (text: string): string | null => text;

/**
 * Locks the payment and records the claim in one statement. The statement sees the history as it was
 * before it waited for the lock: if the payment was written meanwhile, it records nothing, because a
 * repeat of the claim could be missing from what it sees.
 *
 * A repeated claim about a counted payment is ignored; about any other payment it may justify
 * another check. The hint is dated before the check leased for it and after any other check in
 * flight. A planned check that is due before the lease ends stays planned: it is rarely reached, and
 * an unchanged time adds no entry to any index.
 */
const record = statement(
  commentOf('webhook recorded'),
  {
    ...PAYMENT,
    isLeased: Boolean,
    lockedVersion: String,
    isCurrent: Boolean,
    isRepeat: Boolean,
    hintedId: orNull,
    newHintedAt: payments.hintedAt,
    newLastCheckedAt: payments.lastCheckedAt,
    newNextCheckAt: payments.nextCheckAt,
    newCheckCount: payments.checkCount,
    version: String,
  },
  (parameters: SqlParameters<Claim>) => sql`${point('webhook recorded')}
    with locked as (
      select ${allPaymentColumns}, ${parameters.mayLease} and coalesce(
        last_checked_at <= now() - ${parameters.checkIntervalMs}::float8 * interval '1 millisecond', true
      ) as is_leased, xmin as version
      from ${payments} ${isHinted(parameters)}
    ), known as (
      select
        (select seen.xmin from ${payments} as seen where seen.id = locked.id) = locked.version
          as is_current,
        count(history.id) as kept,
        coalesce(bool_or(history.detail->>'claim' = ${parameters.claim}), false) as is_repeat
      from locked left join ${paymentEvents} as history
        on history.payment_id = locked.id and history.detail->>'claim' is not null
      group by locked.id, locked.version
    ), event as (
      insert into ${paymentEvents} (payment_id, from_status, to_status, source, detail, at)
      select locked.id, locked.status, locked.status, ${parameters.source},
        ${parameters.detail}::jsonb, clock_timestamp()
      from locked, known where is_current and not is_repeat and kept < ${MAX_CLAIMS}
    ), hinted as (
      update ${payments} set
        hinted_at = case when locked.is_leased
          then now() - interval '1 millisecond'
          else clock_timestamp() end,
        last_checked_at = case when locked.is_leased then now() else locked.last_checked_at end,
        check_count = locked.check_count + case when locked.is_leased then 1 else 0 end,
        next_check_at = least(locked.next_check_at, case when locked.is_leased
          then now() + ${parameters.leaseMs}::float8 * interval '1 millisecond'
          else coalesce(
            locked.last_checked_at + ${parameters.checkIntervalMs}::float8 * interval '1 millisecond',
            now()
          ) end),
        updated_at = now()
      from locked, known
      where ${payments.id} = locked.id and is_current
        and not (is_repeat and locked.completed_at is not null)
      returning ${payments.id}, ${payments.hintedAt}, ${payments.lastCheckedAt},
        ${payments.nextCheckAt}, ${payments.checkCount}, ${payments}.xmin
    )
    select locked.*, known.is_current, known.is_repeat, hinted.*
    from locked cross join known left join hinted on true`,
);

export interface RecordedClaim {
  /** As locked, with the changes of the claim, if it justifies a check. */
  payment: Payment;
  isNew: boolean;
  /** False for a repeated claim about a counted payment. */
  isWorthACheck: boolean;
  /** Null when the check is not leased for the caller. */
  leased: LeasedPayment | null;
}

/**
 * Records what a webhook or a provider's list claims about a payment, and schedules the resulting
 * check: leased for the caller, or due as soon as the payment may be checked again.
 * @returns null when there is no such payment
 */
export async function recordClaim(
  db: Database,
  { detail, ...values }: Omit<Claim, 'detail'> & { detail: EventDetail<'webhook'> & Evidence },
): Promise<RecordedClaim | null> {
  const claim = { ...values, detail: JSON.stringify(detail) };
  const recorded = await recordNow(db, claim);
  if (recorded !== 'outdated') return recorded;
  return db.transaction(async (tx) => {
    await lock(tx, claim);
    // Begins after the lock was taken, so nothing can be written meanwhile.
    const recordedLocked = await recordNow(tx, claim);
    if (recordedLocked === 'outdated') throw new Error('a locked payment was written');
    return recordedLocked;
  });
}

async function recordNow(db: Queryable, claim: Claim): Promise<RecordedClaim | null | 'outdated'> {
  const [found] = await record(db, claim);
  if (!found) return null;
  const { isLeased, lockedVersion, isCurrent, isRepeat, hintedId, version, ...columns } = found;
  if (!isCurrent) return 'outdated';
  const { newHintedAt, newLastCheckedAt, newNextCheckAt, newCheckCount, ...payment } = columns;
  const isNew = !isRepeat;
  if (hintedId === null) return { payment, isNew, isWorthACheck: false, leased: null };
  const hinted = {
    ...payment,
    hintedAt: newHintedAt,
    lastCheckedAt: newLastCheckedAt,
    nextCheckAt: newNextCheckAt,
    checkCount: newCheckCount,
  };
  const leased = isLeased ? { ...hinted, version } : null;
  return { payment: hinted, isNew, isWorthACheck: true, leased };
}
