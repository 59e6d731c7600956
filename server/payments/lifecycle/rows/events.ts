import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/db/client';
import type { EventDetail, Evidence } from '#shared/contracts/payment-events';
import type { PaymentEventSource, PaymentStatus } from '#shared/domain/payment';
import { paymentEvents } from '#shared/schema';

/** A payment as it was before its next event. */
interface Before {
  id: string;
  status: PaymentStatus;
}

interface NewEvent<Source extends PaymentEventSource> {
  /** Defaults to the current status. */
  to?: PaymentStatus;
  source: Source;
  /** Detail in the form that `readEvent` reads. */
  detail: EventDetail<Source>;
  /** Further data to store with the event. */
  evidence?: Evidence | undefined;
}

/** Appends an event to the history of a locked payment. */
export async function recordEvent<Source extends PaymentEventSource>(
  tx: Transaction,
  { id, status }: Before,
  { to = status, source, detail, evidence }: NewEvent<Source>,
): Promise<void> {
  // Taken after the payment is locked, so that changes of state are in order.
  const at = sql`clock_timestamp()`;
  await tx
    .insert(paymentEvents)
    .values({ paymentId: id, from: status, to, source, detail: { ...evidence, ...detail }, at });
}

/**
 * Returns the provider's reference claimed by a webhook, in case a process died before it could
 * store it.
 */
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
