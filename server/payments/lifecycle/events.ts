import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { EventDetail, Evidence } from '#shared/contracts/payment-events';
import type { PaymentEventSource, PaymentStatus } from '#shared/domain/payment';
import { paymentEvents } from '#shared/schema';
import type { Queryable, Transaction } from '../../db/client';

/** A payment as its next event finds it. */
interface Before {
  id: string;
  status: PaymentStatus;
}

interface NewEvent<Source extends PaymentEventSource> {
  /** By default the status stays. */
  to?: PaymentStatus;
  source: Source;
  /** What `readEvent` reads. */
  detail: EventDetail<Source>;
  /** What else is worth keeping; stored beside the detail. */
  evidence?: Evidence | undefined;
}

/** Appends to the history of a locked payment. */
export async function recordEvent<Source extends PaymentEventSource>(
  tx: Transaction,
  { id, status }: Before,
  { to = status, source, detail, evidence }: NewEvent<Source>,
): Promise<void> {
  // Now that the payment is locked, so that changes of state stand in their order.
  const at = sql`clock_timestamp()`;
  await tx
    .insert(paymentEvents)
    .values({ paymentId: id, from: status, to, source, detail: { ...evidence, ...detail }, at });
}

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
