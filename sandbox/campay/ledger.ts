import { randomInt, randomUUID } from 'node:crypto';
import type { SandboxLogger } from '../logger';
import { WalletLedger } from '../mobile-money/ledger';
import { compactDate, randomDigits } from '../mobile-money/operator-reference';
import { failedFor, openingFor, REASONS } from '../mobile-money/plan';
import type { Phone } from '../phone/phone';
import type { CollectOrder } from './collect-rules';
import type { CampayDelays } from './switches';
import { TEST_NUMBERS } from './test-numbers';
import { type CampayTransaction, transactionSchema } from './transaction';

export const PROVIDER = 'campay';

interface CampayLedgerOptions {
  phone: Phone;
  delays: CampayDelays;
  merchant: string;
  stateFile: string | null;
  logger: SandboxLogger;
  announce: (transaction: CampayTransaction) => Promise<void>;
}

/** The provider's books, in which a payment is also found by the merchant's own reference. */
export class CampayLedger extends WalletLedger<CampayTransaction> {
  readonly #delays: CampayDelays;
  readonly #byExternalReference = new Map<string, CampayTransaction>();

  constructor(options: CampayLedgerOptions) {
    super({
      ...options,
      provider: PROVIDER,
      schema: transactionSchema,
      // An unanswered prompt causes no webhook; only the status call reports its end, late.
      unanswered: { ...failedFor(REASONS.expired), isAnnounced: false },
    });
    this.#delays = options.delays;
    for (const transaction of this.all()) this.#index(transaction);
  }

  /** @param decideNow see `open` */
  collect(order: CollectOrder, decideNow: boolean): Promise<CampayTransaction> {
    const createdAt = Date.now();
    const transaction: CampayTransaction = {
      ...order,
      ...openingFor(order.number, createdAt, this.#delays, TEST_NUMBERS.get(order.number)),
      reference: randomUUID(),
      code: transactionCode(createdAt),
    };
    this.#index(transaction);
    return this.open(transaction, decideNow);
  }

  findByExternalReference(externalReference: string): CampayTransaction | null {
    return this.#byExternalReference.get(externalReference) ?? null;
  }

  /** Whether this number was prompted less than a minute ago. */
  hasRecentPrompt(number: string): boolean {
    const since = Date.now() - 60_000;
    return this.all().some((one) => one.number === number && one.createdAt > since);
  }

  override reset(): void {
    this.#byExternalReference.clear();
    super.reset();
  }

  #index(transaction: CampayTransaction): void {
    const { externalReference } = transaction;
    if (externalReference !== null) this.#byExternalReference.set(externalReference, transaction);
  }
}

/** The provider's short code, such as `D260729D0053YC`. */
function transactionCode(at: number): string {
  const letter = () => String.fromCharCode(65 + randomInt(26));
  return `D${compactDate(at)[0]}D${randomDigits(4)}${letter()}${letter()}`;
}
