import type { ListTrouble } from '#shared/domain/books';

/** One movement of money in a provider's own list. */
export interface StatementEntry {
  /** `returned`: refunded; `disputed`: taken back by the payer's bank. */
  kind: 'paid' | 'returned' | 'disputed';
  /** The provider's reference of the payment, as in `payments.provider_ref`. */
  providerRef: string | null;
  /** The payment of ours that it names. */
  paymentId: string | null;
  /** What the payer paid or got back; negative where what had gone back came to us again. */
  money: { amountMinor: number; currency: string };
  /** What the provider keeps of it, and what we get, in the currency of our account. */
  fee: { currency: string; fee: number; net: number } | null;
  at: Date;
}

/** The list of a provider cannot be read to its end; what came before was handed over. */
export class StatementError extends Error {
  readonly trouble: ListTrouble;

  constructor(trouble: ListTrouble) {
    super(`the list could not be read: ${trouble}`);
    this.name = 'StatementError';
    this.trouble = trouble;
  }
}

/**
 * All that the provider's list says of the time between two moments, and perhaps more from around
 * it, in any order. Only entries that name a payment, or have a reference of one.
 * @throws StatementError
 */
export type ReadStatement = (from: Date, until: Date) => AsyncIterable<StatementEntry>;
