import type { ListTrouble } from '#shared/domain/books';

/** One movement of money in a provider's list. */
export interface StatementEntry {
  /** `returned`: refunded; `disputed`: taken back by the payer's bank. */
  kind: 'paid' | 'returned' | 'disputed';
  /** The provider's reference of the payment, as in `payments.provider_ref`. */
  providerRef: string | null;
  /** Our payment's id named by the entry. */
  paymentId: string | null;
  /** Amount paid by or returned to the payer; negative when a returned amount came back to us. */
  money: { amountMinor: number; currency: string };
  /** The provider's fee and our net amount, in the currency of our account. */
  fee: { currency: string; fee: number; net: number } | null;
  at: Date;
}

/** A provider's list cannot be read to its end; earlier entries were passed on. */
export class StatementError extends Error {
  readonly trouble: ListTrouble;

  constructor(trouble: ListTrouble) {
    super(`the list could not be read: ${trouble}`);
    this.name = 'StatementError';
    this.trouble = trouble;
  }
}

/**
 * Reads all entries of the provider's list between two times, and perhaps some around them, in any
 * order. Only entries that name a payment or have a payment's reference.
 * @throws StatementError
 */
export type ReadStatement = (from: Date, until: Date) => AsyncIterable<StatementEntry>;
