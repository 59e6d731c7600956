import { z } from 'zod';
import type { SandboxLogger } from '#sandbox/logger';
import { behaviourOf } from '#sandbox/phone/number-behaviour';
import type { Message, Phone } from '#sandbox/phone/phone';
import { StateFile } from '#sandbox/state-file';
import type { WalletDelays } from './delays';
import { operatorReferenceOf } from './operator-reference';
import type { Outcome, PlannedStep, WalletPayment } from './payment';
import { failedFor, PAID, REASONS } from './plan';

interface LedgerOptions<Payment> {
  /** The provider's name as shown on the phones. */
  provider: string;
  schema: z.ZodType<Payment>;
  phone: Phone;
  delays: WalletDelays;
  merchant: string;
  stateFile: string | null;
  logger: SandboxLogger;
  /** Outcome of a payment whose prompt was not answered before it expired. */
  unanswered: Outcome;
  /** Sends the webhooks of an announced outcome; the call that caused it waits. Never rejects. */
  announce: (payment: Payment) => Promise<void>;
}

/** A provider's records: every payment, and its scheduled steps. */
export class WalletLedger<Payment extends WalletPayment> {
  readonly #options: LedgerOptions<Payment>;
  readonly #payments = new Map<string, Payment>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #file: StateFile<Payment[]> | null;

  constructor(options: LedgerOptions<Payment>) {
    this.#options = options;
    this.#file =
      options.stateFile === null
        ? null
        : new StateFile({
            path: options.stateFile,
            schema: z.array(options.schema),
            snapshot: () => this.all(),
            logger: options.logger,
          });
    for (const payment of this.#file?.load() ?? []) {
      this.#payments.set(payment.reference, payment);
      this.#sendPrompt(payment);
      this.#scheduleNextStep(payment);
    }
  }

  /**
   * Adds a new payment and sends the prompt.
   * @param decideNow applies the number's delayed outcome at once, including the webhook; a number
   *   that waits for the phone page approves
   */
  async open(payment: Payment, decideNow: boolean): Promise<Payment> {
    this.#payments.set(payment.reference, payment);
    this.#file?.changed();
    if (decideNow || behaviourOf(payment.number) === 'approves-before-answer') {
      const outcome = payment.isPrompted ? PAID : payment.plan.shift();
      if (outcome) await this.#settle(payment, outcome);
    }
    this.#sendPrompt(payment);
    this.#scheduleNextStep(payment);
    return payment;
  }

  /** The phone's owner enters the PIN. */
  approve(reference: string): Promise<void> {
    return this.#decide(reference, 'PENDING', PAID);
  }

  /** The phone's owner, or the mobile operator, refuses. */
  decline(reference: string, reason: string = REASONS.declined): Promise<void> {
    return this.#decide(reference, 'PENDING', failedFor(reason));
  }

  /** The phone's owner ignores the prompt: it disappears, and the payment waits to expire. */
  ignore(reference: string): void {
    const payment = this.#require(reference, 'PENDING');
    payment.isPrompted = false;
    this.#options.phone.removePrompt(this.#options.provider, reference);
    this.changed();
  }

  /** Changes a payment from failed, as reported before, to paid. */
  payLate(reference: string): Promise<void> {
    return this.#decide(reference, 'FAILED', PAID);
  }

  /** Changes a payment from paid, as reported before, to failed. */
  failLate(reference: string, reason: string = REASONS.failed): Promise<void> {
    return this.#decide(reference, 'SUCCESSFUL', failedFor(reason));
  }

  find(reference: string): Payment | null {
    return this.#payments.get(reference) ?? null;
  }

  /** Oldest first. */
  all(): Payment[] {
    return [...this.#payments.values()];
  }

  /** Records that a payment was changed from outside, so that the change is written to disk. */
  changed(): void {
    this.#file?.changed();
  }

  /** Removes all payments, and the prompts from the phones. */
  reset(): void {
    this.#cancelAllSteps();
    this.#payments.clear();
    this.#options.phone.forget(this.#options.provider);
    this.changed();
  }

  async close(): Promise<void> {
    this.#cancelAllSteps();
    await this.#file?.flush();
  }

  async #decide(
    reference: string,
    expected: WalletPayment['status'],
    outcome: Outcome,
  ): Promise<void> {
    const payment = this.#require(reference, expected);
    this.#cancelStep(reference);
    payment.plan = [];
    await this.#settle(payment, outcome);
  }

  #require(reference: string, expected: WalletPayment['status']): Payment {
    const payment = this.find(reference);
    if (payment?.status === expected) return payment;
    throw new Error(`payment ${reference} is ${payment?.status ?? 'unknown'}`);
  }

  async #settle(payment: Payment, outcome: Outcome): Promise<void> {
    const { phone, announce, provider } = this.#options;
    payment.status = outcome.status;
    payment.reason = outcome.reason;
    payment.finishedAt = Date.now();
    if (outcome.status === 'SUCCESSFUL') payment.operatorReference = operatorReferenceOf(payment);
    this.changed();
    phone.removePrompt(provider, payment.reference);
    phone.receive(this.#messageOf(payment));
    // A copy, because the payment may get its next outcome while this one is announced.
    if (outcome.isAnnounced) await announce({ ...payment });
  }

  #sendPrompt(payment: Payment): void {
    if (!payment.isPrompted || payment.status !== 'PENDING') return;
    const { provider, phone, delays, merchant } = this.#options;
    const { reference, number, operator, amount, currency, createdAt } = payment;
    phone.showPrompt(
      {
        provider,
        reference,
        number,
        operator,
        merchant,
        amount,
        currency,
        openedAt: createdAt,
        expiresAt: createdAt + delays.promptTimeoutMs,
      },
      (answer) => void (answer === 'approve' ? this.approve(reference) : this.decline(reference)),
    );
  }

  /**
   * Schedules the next step, if any; one that became due while the process was down runs at once.
   */
  #scheduleNextStep(payment: Payment): void {
    const next = payment.plan[0] ?? this.#expiryOf(payment);
    if (!next) return;
    const timer = setTimeout(
      () => {
        payment.plan.shift();
        void this.#settle(payment, next);
        this.#scheduleNextStep(payment);
      },
      Math.max(0, next.at - Date.now()),
    );
    this.#timers.set(payment.reference, timer.unref());
  }

  #expiryOf({ status, createdAt }: Payment): PlannedStep | null {
    const { unanswered, delays } = this.#options;
    return status === 'PENDING' ? { ...unanswered, at: createdAt + delays.expireAfterMs } : null;
  }

  #cancelStep(reference: string): void {
    clearTimeout(this.#timers.get(reference));
    this.#timers.delete(reference);
  }

  #cancelAllSteps(): void {
    for (const reference of [...this.#timers.keys()]) this.#cancelStep(reference);
  }

  #messageOf(payment: Payment): Message {
    const { provider, merchant } = this.#options;
    const { reference, number, operator, amount, currency, operatorReference } = payment;
    return {
      id: `${provider}-${reference}-${payment.status}`,
      provider,
      number,
      operator,
      merchant,
      kind: messageKind(payment),
      amount,
      currency,
      operatorReference,
      at: payment.finishedAt ?? payment.createdAt,
    };
  }
}

function messageKind({ status, reason }: WalletPayment): Message['kind'] {
  if (status === 'SUCCESSFUL') return 'paid';
  if (reason === REASONS.declined) return 'declined';
  return reason === REASONS.lacksFunds ? 'lacks-funds' : 'failed';
}
