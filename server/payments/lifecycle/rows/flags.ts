import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/db/client';
import type { Evidence } from '#shared/contracts/payment-events';
import type {
  FlagResolution,
  PaymentEventSource,
  PaymentFlag,
  PaymentStatus,
} from '#shared/domain/payment';
import { paymentFlags } from '#shared/schema';
import { recordEvent } from './events';

/** Flags that no later provider report clears: an administrator must see them. */
const MANUAL_FLAGS: readonly PaymentFlag[] = ['paid-after-refusal', 'refund-failed'];

/**
 * Raises a flag on a locked payment for administrators. Raises each flag once, because polling
 * would otherwise repeat it every few seconds.
 * @returns whether it was new
 */
export async function raiseFlag(
  tx: Transaction,
  payment: { id: string; status: PaymentStatus },
  flag: PaymentFlag,
  source: PaymentEventSource,
  evidence: Evidence,
): Promise<boolean> {
  const raised = await tx
    .insert(paymentFlags)
    .values({ paymentId: payment.id, flag, evidence })
    .onConflictDoNothing()
    .returning({ flag: paymentFlags.flag });
  if (raised.length === 0) return false;
  await recordEvent(tx, payment, { source, detail: { flag }, evidence });
  return true;
}

/**
 * Clears all flags except these, which are the only ones the provider's current report still
 * supports.
 */
export async function settleFlags(
  tx: Transaction,
  paymentId: string,
  supported: readonly PaymentFlag[],
): Promise<void> {
  await tx
    .update(paymentFlags)
    .set({ resolvedAt: sql`now()`, resolution: 'settled' })
    .where(
      and(
        eq(paymentFlags.paymentId, paymentId),
        isNull(paymentFlags.resolvedAt),
        notInArray(paymentFlags.flag, [...MANUAL_FLAGS, ...supported]),
      ),
    );
}

export async function hasOpenFlag(db: Queryable, paymentId: string): Promise<boolean> {
  const isOpen = and(eq(paymentFlags.paymentId, paymentId), isNull(paymentFlags.resolvedAt));
  return (await db.$count(paymentFlags, isOpen)) > 0;
}

/** Reopens flags after the action that settled them had no effect. */
export async function reopenFlags(
  tx: Transaction,
  paymentId: string,
  flags: readonly PaymentFlag[],
): Promise<void> {
  await tx
    .update(paymentFlags)
    .set({ resolvedAt: null, resolution: null, reason: null })
    .where(and(eq(paymentFlags.paymentId, paymentId), inArray(paymentFlags.flag, [...flags])));
}

/** Closes the open flags on behalf of an administrator. @returns the flags closed */
export async function resolveFlags(
  tx: Transaction,
  paymentId: string,
  resolution: Exclude<FlagResolution, 'settled'>,
  reason: string,
): Promise<PaymentFlag[]> {
  const resolved = await tx
    .update(paymentFlags)
    .set({ resolvedAt: sql`now()`, resolution, reason })
    .where(and(eq(paymentFlags.paymentId, paymentId), isNull(paymentFlags.resolvedAt)))
    .returning({ flag: paymentFlags.flag });
  return resolved.map(({ flag }) => flag);
}
