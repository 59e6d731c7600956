import { and, count, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { EventDetail, Evidence } from '#shared/contracts/payment-events';
import type { PaymentEventSource, PaymentStatus } from '#shared/domain/payment';
import { paymentEvents } from '#shared/schema';
import type { Queryable, Transaction } from '../../db/client';
import { point } from './points';

/** A payment as its next event finds it; the status is null before its first event. */
interface Before {
  id: string;
  status: PaymentStatus | null;
}

interface NewEvent<Source extends PaymentEventSource> {
  /** By default the status stays; a new payment is pending. */
  to?: PaymentStatus;
  source: Source;
  /** What `readEvent` reads. */
  detail: EventDetail<Source>;
  /** What else is worth keeping; stored beside the detail. */
  evidence?: Evidence | undefined;
  /** By default now that the payment is locked, so that changes of state stand in their order. */
  at?: SQL;
}

/** Appends to the history of a locked payment. */
export async function recordEvent<Source extends PaymentEventSource>(
  tx: Transaction,
  { id, status }: Before,
  {
    to = status ?? 'pending',
    source,
    detail,
    evidence,
    at = sql`clock_timestamp()`,
  }: NewEvent<Source>,
): Promise<void> {
  await tx
    .insert(paymentEvents)
    .values({ paymentId: id, from: status, to, source, detail: { ...evidence, ...detail }, at });
}

/** Kept for one payment at most: whoever may send webhooks must not fill the history without end. */
const MOST_CLAIMS = 20;

/**
 * Appends what a webhook, or a provider's list, says of a locked payment.
 * @returns whether it was said before
 */
export async function recordClaim(
  tx: Transaction,
  { id, status }: { id: string; status: PaymentStatus },
  source: PaymentEventSource,
  detail: EventDetail<'webhook'> & { claim: string },
  evidence: Evidence | undefined,
): Promise<'new' | 'repeat'> {
  const claims = tx
    .select({
      kept: count().as('kept'),
      isRepeat: sql<boolean>`coalesce(bool_or(${claimIn} = ${detail.claim}), false)`.as(
        'is_repeat',
      ),
    })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, id), isNotNull(claimIn)));
  const [known] = await claims;
  if (known?.isRepeat) return 'repeat';
  if ((known?.kept ?? 0) < MOST_CLAIMS) {
    const at = sql`clock_timestamp() ${point('webhook recorded')}`;
    await recordEvent(tx, { id, status }, { source, detail, evidence, at });
  }
  return 'new';
}

const claimIn = sql<string>`${paymentEvents.detail}->>'claim'`;

/** The provider's reference as a webhook told it, for a process that died before it could store it. */
export async function claimedReference(db: Queryable, paymentId: string): Promise<string | null> {
  const reference = sql<string>`${paymentEvents.detail}->>'claimedReference'`;
  const [latest] = await db
    .select({ reference })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, paymentId), isNotNull(reference)))
    .orderBy(desc(paymentEvents.id))
    .limit(1);
  return latest?.reference ?? null;
}
