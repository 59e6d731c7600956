import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { Evidence } from '#shared/contracts/payment-events';
import type {
  FlagResolution,
  PaymentEventSource,
  PaymentFlag,
  PaymentStatus,
} from '#shared/domain/payment';
import { paymentFlags } from '#shared/schema';
import type { Queryable, Transaction } from '../../db/client';
import { recordEvent } from './events';

/** What no later answer of the provider settles: a person has to have seen it. */
const FOR_PEOPLE_ONLY: readonly PaymentFlag[] = ['paid-after-refusal', 'refund-failed'];

/**
 * Puts a locked payment aside for administrators. Polling would repeat a flag every few seconds, so
 * each is raised once.
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

/** The provider's present answer contradicts our books in nothing but these: the others are settled. */
export async function settleFlags(
  tx: Transaction,
  paymentId: string,
  standing: readonly PaymentFlag[],
): Promise<void> {
  await tx
    .update(paymentFlags)
    .set({ resolvedAt: sql`now()`, resolution: 'settled' })
    .where(
      and(
        eq(paymentFlags.paymentId, paymentId),
        isNull(paymentFlags.resolvedAt),
        notInArray(paymentFlags.flag, [...FOR_PEOPLE_ONLY, ...standing]),
      ),
    );
}

export async function hasOpenFlag(db: Queryable, paymentId: string): Promise<boolean> {
  const isOpen = and(eq(paymentFlags.paymentId, paymentId), isNull(paymentFlags.resolvedAt));
  return (await db.$count(paymentFlags, isOpen)) > 0;
}

/** An act that settled these came to nothing: they are open again. */
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

/** An administrator has settled what is open. @returns which flags that were */
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
