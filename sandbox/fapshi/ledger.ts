import type { SandboxLogger } from '../logger';
import { WalletLedger } from '../mobile-money/ledger';
import { failedFor, openingFor, REASONS } from '../mobile-money/plan';
import type { Phone } from '../phone/phone';
import type { DirectPayOrder } from './direct-pay-rules';
import { newTransId } from './ids';
import type { FapshiDelays, FapshiSwitches } from './switches';
import { TEST_NUMBERS } from './test-numbers';
import { type FapshiTransaction, transactionSchema } from './transaction';

export const PROVIDER = 'fapshi';

interface FapshiLedgerOptions {
  phone: Phone;
  delays: FapshiDelays;
  merchant: string;
  stateFile: string | null;
  logger: SandboxLogger;
  announce: (transaction: FapshiTransaction) => Promise<void>;
}

/** The provider's books. A repeated `externalId` is a second payment: nothing says otherwise. */
export class FapshiLedger extends WalletLedger<FapshiTransaction> {
  readonly #delays: FapshiDelays;

  constructor(options: FapshiLedgerOptions) {
    super({
      ...options,
      provider: PROVIDER,
      schema: transactionSchema,
      // A direct-pay transaction has no EXPIRED; when it fails for want of an answer is unknown.
      unanswered: failedFor(REASONS.expired),
    });
    this.#delays = options.delays;
  }

  directPay(order: DirectPayOrder, switches: FapshiSwitches): Promise<FapshiTransaction> {
    const testOutcome = switches.honoursTestNumbers ? TEST_NUMBERS.get(order.number) : undefined;
    const transaction: FapshiTransaction = {
      ...order,
      ...openingFor(order.number, Date.now(), this.#delays, testOutcome),
      reference: this.#unusedTransId(),
      wasAsked: false,
    };
    return this.open(transaction, switches.webhook === 'before-answer');
  }

  /** Notes that the status was asked: from now on the transaction is PENDING, not CREATED. */
  asked(transaction: FapshiTransaction): void {
    if (transaction.wasAsked) return;
    transaction.wasAsked = true;
    this.changed();
  }

  #unusedTransId(): string {
    const transId = newTransId();
    return this.find(transId) ? this.#unusedTransId() : transId;
  }
}
