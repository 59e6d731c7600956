import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { EventDetail, Evidence } from '#shared/contracts/payment-events';
import type { PaymentEventSource, PaymentStatus } from '#shared/domain/payment';
import { paymentEvents } from '#shared/schema';
import type { Transaction } from '../../db/client';
import type { Flag } from './next-state';

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

/**
 * Polling would repeat a flag every few seconds; one is enough to be seen.
 * @returns whether it was new
 */
export async function flagOnce(
  tx: Transaction,
  payment: { id: string; status: PaymentStatus },
  flag: Flag,
  source: PaymentEventSource,
  evidence: Evidence,
): Promise<boolean> {
  const isKnown = sql`${paymentEvents.detail}->>'flag' = ${flag}`;
  const [known] = await tx
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, payment.id), isKnown))
    .limit(1);
  if (known) return false;
  await recordEvent(tx, payment, { source, detail: { flag }, evidence });
  return true;
}
