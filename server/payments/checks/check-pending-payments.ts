import { and, asc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { AppError } from '#server/errors';
import { PENDING_SEGMENTS } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import type { PaymentContext } from '../context';
import { updatePayments } from '../lifecycle/rows/repository';
import type { MobileMoneyProvider } from '../providers/provider';
import { checkPayment } from './check-payment';

/**
 * Longest time an administrator waits, in ms. Payments not checked by then are left to the
 * reconciler.
 */
const BUDGET_MS = 20_000;
/** More than can be checked within `BUDGET_MS`. */
const MAX_PAYMENTS = 20_000;

export interface PendingCheck {
  /** Payments for which the provider gave a usable report. */
  checked: number;
  /** Number of these that are no longer pending. */
  updated: number;
  /** Payments not reached in time: they are due, and the reconciler checks them. */
  left: number;
  /**
   * Pending payments that no check of a mobile money provider covers: card payments, which the
   * provider reports unprompted, and prompts that were never sent or belong to a former provider.
   * The same for each provider.
   */
  others: number;
}

/** Checks every pending payment for an administrator; one run at a time. */
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
   * Starts a run, or returns the result of the run in progress.
   * @throws AppError 503 when the provider does not respond at all
   */
  run(): Promise<PendingCheck> {
    this.#round ??= this.#check().finally(() => {
      this.#round = null;
    });
    return this.#round;
  }

  async #check(): Promise<PendingCheck> {
    const sent = await sentPayments(this.#context, this.#provider.name);
    const pending = await this.#context.db.$count(
      payments,
      inArray(payments.segment, PENDING_SEGMENTS),
    );
    const askable = [this.#provider, ...this.#context.mobileMoney].map(({ name }) => name);
    const asked = await this.#context.db.$count(payments, wasSent(askable));
    const others = Math.max(0, pending - asked);
    const deadline = Date.now() + this.#budgetMs;
    const checked: string[] = [];
    let unanswered = 0;
    const { checksAtOnce } = this.#provider;
    const isUnreachable = () => checked.length === 0 && unanswered >= checksAtOnce;
    const work = async () => {
      while (Date.now() < deadline && !isUnreachable()) {
        const paymentId = sent.shift();
        if (paymentId === undefined) return;
        // Null: it was checked a moment ago and the report is still to arrive.
        const report = await checkPayment(this.#context, paymentId, 'admin');
        if (report?.outcome === 'unknown') unanswered += 1;
        else if (report) checked.push(paymentId);
      }
    };
    await Promise.all(Array.from({ length: checksAtOnce }, work));
    if (checked.length === 0 && unanswered > 0) throw providerUnreachable();
    await makeAllDue(this.#context, sent);
    const updated = await countSettled(this.#context, checked);
    return { checked: checked.length, updated, left: sent.length, others };
  }
}

const providerUnreachable = () =>
  new AppError(503, 'unavailable', 'The mobile money provider does not respond', {
    retryAfterSeconds: 30,
  });

/**
 * Returns the payments that were sent to the provider, the longest unchecked first. A payment with
 * neither a provider's reference nor a scheduled check was never sent.
 */
async function sentPayments({ db }: PaymentContext, provider: string): Promise<string[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(wasSent([provider]))
    .orderBy(sql`${payments.lastCheckedAt} nulls first`, asc(payments.createdAt))
    .limit(MAX_PAYMENTS);
  return rows.map(({ id }) => id);
}

/** Pending payments of these providers that they may know. */
const wasSent = (providers: readonly string[]) =>
  and(
    inArray(payments.segment, ['mobile-money pending', 'mobile-money pending attempted']),
    inArray(payments.provider, [...providers]),
    or(isNotNull(payments.providerRef), isNotNull(payments.nextCheckAt)),
  );

const amongIds = (ids: string[]) => sql`${payments.id} = any(${sql.param(ids)}::uuid[])`;

async function makeAllDue({ db }: PaymentContext, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  // A locked payment is being settled and needs no other check.
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
