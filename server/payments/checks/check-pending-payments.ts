import { and, asc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { payments } from '#shared/schema';
import { AppError } from '../../errors';
import type { PaymentContext } from '../context';
import { updatePayments } from '../lifecycle/repository';
import type { MobileMoneyProvider } from '../providers/provider';
import { checkPayment } from './check-payment';

/** How long an administrator waits; what is not checked by then is the reconciler's. */
const BUDGET_MS = 20_000;
/** More than can be checked in that time. */
const MAX_PAYMENTS = 20_000;

export interface PendingCheck {
  /** Payments about which the provider has said something. */
  checked: number;
  /** Of these, no longer pending. */
  updated: number;
  /** There was no time for them: they are due, and the reconciler checks them. */
  left: number;
  /**
   * Pending too, and not asked about: cards, whose provider tells by itself, and prompts that were
   * never sent or belong to another provider.
   */
  others: number;
}

/** Checks every pending payment, for an administrator; one round at a time. */
export class PendingPaymentsCheck {
  readonly #context: PaymentContext;
  readonly #provider: MobileMoneyProvider;
  readonly #budgetMs: number;
  #round: Promise<PendingCheck> | null = null;

  constructor(context: PaymentContext, provider: MobileMoneyProvider, budgetMs = BUDGET_MS) {
    this.#context = context;
    this.#provider = provider;
    this.#budgetMs = budgetMs;
  }

  /**
   * A press while a round is under way gets that round's result.
   * @throws AppError 503 when the provider does not answer at all
   */
  run(): Promise<PendingCheck> {
    this.#round ??= this.#check().finally(() => {
      this.#round = null;
    });
    return this.#round;
  }

  async #check(): Promise<PendingCheck> {
    const waiting = await sentPayments(this.#context, this.#provider.name);
    const pending = await this.#context.db.$count(payments, eq(payments.status, 'pending'));
    const others = Math.max(0, pending - waiting.length);
    const deadline = Date.now() + this.#budgetMs;
    const checked: string[] = [];
    let unanswered = 0;
    const { checksAtOnce } = this.#provider;
    const isAway = () => checked.length === 0 && unanswered >= checksAtOnce;
    const work = async () => {
      while (Date.now() < deadline && !isAway()) {
        const paymentId = waiting.shift();
        if (paymentId === undefined) return;
        // Null: it was checked a moment ago, and the answer is on its way.
        const report = await checkPayment(this.#context, paymentId, 'admin');
        if (report?.outcome === 'unknown') unanswered += 1;
        else if (report) checked.push(paymentId);
      }
    };
    await Promise.all(Array.from({ length: checksAtOnce }, work));
    if (checked.length === 0 && unanswered > 0) throw providerAway();
    await makeAllDue(this.#context, waiting);
    const updated = await countSettled(this.#context, checked);
    return { checked: checked.length, updated, left: waiting.length, others };
  }
}

const providerAway = () =>
  new AppError(503, 'unavailable', 'The mobile money provider gives no answer', {
    retryAfterSeconds: 30,
  });

/**
 * The longest unchecked first. A payment with neither a provider's reference nor a scheduled check
 * never reached a provider.
 */
async function sentPayments({ db }: PaymentContext, provider: string): Promise<string[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        inArray(payments.segment, ['mobile-money pending', 'mobile-money pending attempted']),
        eq(payments.provider, provider),
        or(isNotNull(payments.providerRef), isNotNull(payments.nextCheckAt)),
      ),
    )
    .orderBy(sql`${payments.lastCheckedAt} nulls first`, asc(payments.createdAt))
    .limit(MAX_PAYMENTS);
  return rows.map(({ id }) => id);
}

const amongIds = (ids: string[]) => sql`${payments.id} = any(${sql.param(ids)}::uuid[])`;

async function makeAllDue({ db }: PaymentContext, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  // A payment that is locked is being settled, and needs no other check.
  const idle = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(amongIds(ids), eq(payments.status, 'pending')))
    .for('update', { skipLocked: true });
  const nextCheckAt = sql`least(${payments.nextCheckAt}, now())`;
  await updatePayments(db, { nextCheckAt }, inArray(payments.id, idle));
}

async function countSettled({ db }: PaymentContext, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return db.$count(payments, and(amongIds(ids), ne(payments.status, 'pending')));
}
