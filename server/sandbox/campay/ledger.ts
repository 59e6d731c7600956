import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SandboxLogger } from '../logger';
import type { Message, Phone } from '../phone/phone';
import { StateFile } from '../state-file';
import type { CollectOrder } from './collect-rules';
import { expiryOf, failedFor, PAID, planFor, REASONS } from './plan';
import type { CampayDelays } from './switches';
import {
  type CampayTransaction,
  type Outcome,
  type PlannedStep,
  transactionSchema,
} from './transaction';

export const PROVIDER = 'campay';

interface LedgerOptions {
  phone: Phone;
  delays: CampayDelays;
  merchant: string;
  stateFile: string | null;
  logger: SandboxLogger;
  /** Called after each announced outcome; awaited by whoever caused it. Never rejects. */
  announce: (transaction: CampayTransaction) => Promise<void>;
}

/** The provider's books: every payment, and what is still going to happen to it by itself. */
export class CampayLedger {
  readonly #options: LedgerOptions;
  readonly #transactions = new Map<string, CampayTransaction>();
  readonly #byExternalReference = new Map<string, CampayTransaction>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #file: StateFile<CampayTransaction[]> | null;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#file =
      options.stateFile === null
        ? null
        : new StateFile({
            path: options.stateFile,
            schema: z.array(transactionSchema),
            snapshot: () => this.all(),
            logger: options.logger,
          });
    for (const transaction of this.#file?.load() ?? []) {
      this.#add(transaction);
      this.#ring(transaction);
      this.#arm(transaction);
    }
  }

  /**
   * Opens a payment and sends the prompt.
   * @param decideNow do at once, webhook included, what its number would do after a while; a number
   *   that waits for the phone page approves
   */
  async open(order: CollectOrder, decideNow: boolean): Promise<CampayTransaction> {
    const { delays } = this.#options;
    const createdAt = Date.now();
    const plan = planFor(order.number, createdAt, delays);
    const transaction: CampayTransaction = {
      ...order,
      reference: randomUUID(),
      status: 'PENDING',
      reason: null,
      code: transactionCode(createdAt),
      operatorReference: null,
      createdAt,
      finishedAt: null,
      isPrompted: plan.isPrompted,
      plan: plan.steps,
    };
    this.#add(transaction);
    this.#file?.changed();
    if (plan.isDecidedBeforeAnswer || decideNow) {
      const outcome = plan.isPrompted ? PAID : transaction.plan.shift();
      if (outcome) await this.#settle(transaction, outcome);
    }
    this.#ring(transaction);
    this.#arm(transaction);
    return transaction;
  }

  /** The owner enters the PIN. */
  approve(reference: string): Promise<void> {
    return this.#decide(reference, 'PENDING', PAID);
  }

  /** The owner, or the operator, refuses. */
  decline(reference: string, reason: string = REASONS.declined): Promise<void> {
    return this.#decide(reference, 'PENDING', failedFor(reason));
  }

  /** A payment that was reported as failed turns out to have been taken. */
  payLate(reference: string): Promise<void> {
    return this.#decide(reference, 'FAILED', PAID);
  }

  find(reference: string): CampayTransaction | null {
    return this.#transactions.get(reference) ?? null;
  }

  findByExternalReference(externalReference: string): CampayTransaction | null {
    return this.#byExternalReference.get(externalReference) ?? null;
  }

  /** Whether this number was prompted less than a minute ago. */
  hasRecentPrompt(number: string): boolean {
    const since = Date.now() - 60_000;
    return this.all().some((one) => one.number === number && one.createdAt > since);
  }

  /** Oldest first. */
  all(): CampayTransaction[] {
    return [...this.#transactions.values()];
  }

  /** Empties the books and takes the prompts off the phones. */
  reset(): void {
    this.#disarmAll();
    this.#transactions.clear();
    this.#byExternalReference.clear();
    this.#options.phone.forget(PROVIDER);
    this.#file?.changed();
  }

  async close(): Promise<void> {
    this.#disarmAll();
    await this.#file?.flush();
  }

  #add(transaction: CampayTransaction): void {
    this.#transactions.set(transaction.reference, transaction);
    const { externalReference } = transaction;
    if (externalReference !== null) this.#byExternalReference.set(externalReference, transaction);
  }

  async #decide(
    reference: string,
    expected: CampayTransaction['status'],
    outcome: Outcome,
  ): Promise<void> {
    const transaction = this.find(reference);
    if (transaction?.status !== expected) {
      throw new Error(`transaction ${reference} is ${transaction?.status ?? 'unknown'}`);
    }
    this.#disarm(reference);
    transaction.plan = [];
    await this.#settle(transaction, outcome);
  }

  async #settle(transaction: CampayTransaction, outcome: Outcome): Promise<void> {
    const { phone, announce } = this.#options;
    transaction.status = outcome.status;
    transaction.reason = outcome.reason;
    transaction.finishedAt = Date.now();
    if (outcome.status === 'SUCCESSFUL') {
      transaction.operatorReference = operatorReference(transaction);
    }
    this.#file?.changed();
    phone.hangUp(PROVIDER, transaction.reference);
    phone.receive(this.#messageOf(transaction));
    // A copy: what is announced is this outcome, even if the next one follows on its heels.
    if (outcome.isAnnounced) await announce({ ...transaction });
  }

  #ring(transaction: CampayTransaction): void {
    if (!transaction.isPrompted || transaction.status !== 'PENDING') return;
    const { phone, delays, merchant } = this.#options;
    const { reference, number, operator, amount, createdAt } = transaction;
    phone.ring(
      {
        provider: PROVIDER,
        reference,
        number,
        operator,
        merchant,
        amount,
        currency: 'XAF',
        openedAt: createdAt,
        expiresAt: createdAt + delays.promptTimeoutMs,
      },
      (answer) => void (answer === 'approve' ? this.approve(reference) : this.decline(reference)),
    );
  }

  /** Waits for the next step, if any; one that fell due while the process was down comes at once. */
  #arm(transaction: CampayTransaction): void {
    const next = transaction.plan[0] ?? this.#expiryOf(transaction);
    if (!next) return;
    const timer = setTimeout(
      () => {
        transaction.plan.shift();
        void this.#settle(transaction, next);
        this.#arm(transaction);
      },
      Math.max(0, next.at - Date.now()),
    );
    this.#timers.set(transaction.reference, timer.unref());
  }

  #expiryOf({ status, createdAt }: CampayTransaction): PlannedStep | null {
    return status === 'PENDING' ? expiryOf(createdAt, this.#options.delays) : null;
  }

  #disarm(reference: string): void {
    clearTimeout(this.#timers.get(reference));
    this.#timers.delete(reference);
  }

  #disarmAll(): void {
    for (const reference of [...this.#timers.keys()]) this.#disarm(reference);
  }

  #messageOf(transaction: CampayTransaction): Message {
    const { reference, number, operator, amount, operatorReference } = transaction;
    return {
      id: `${PROVIDER}-${reference}-${transaction.status}`,
      provider: PROVIDER,
      number,
      operator,
      merchant: this.#options.merchant,
      kind: messageKind(transaction),
      amount,
      currency: 'XAF',
      operatorReference,
      at: transaction.finishedAt ?? transaction.createdAt,
    };
  }
}

function messageKind({ status, reason }: CampayTransaction): Message['kind'] {
  if (status === 'SUCCESSFUL') return 'paid';
  if (reason === REASONS.declined) return 'declined';
  return reason === REASONS.lacksFunds ? 'lacks-funds' : 'failed';
}

/** `20260729T1716…` as `[260729, 1716]`. */
function compactDate(at: number): [date: string, time: string] {
  const digits = new Date(at).toISOString().replace(/\D/g, '');
  return [digits.slice(2, 8), digits.slice(8, 12)];
}

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0');
}

/** The provider's short code, such as `D260729D0053YC`. */
function transactionCode(at: number): string {
  const letter = () => String.fromCharCode(65 + randomInt(26));
  return `D${compactDate(at)[0]}D${digits(4)}${letter()}${letter()}`;
}

/** The operator's number: eleven digits at MTN, like `MP260729.1716.C73941` at Orange. */
function operatorReference({ operator, createdAt }: CampayTransaction): string {
  if (operator === 'MTN') return `1${digits(10)}`;
  const [date, time] = compactDate(createdAt);
  return `MP${date}.${time}.C${digits(5)}`;
}
