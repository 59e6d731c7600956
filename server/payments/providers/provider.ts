import type { IncomingHttpHeaders } from 'node:http';
import type { Evidence } from '#shared/contracts/payment-events';
import type { FailureReason } from '#shared/domain/payment';
import type { Msisdn, WalletOperator } from '#shared/domain/phone';
import type { Money } from '#shared/domain/pricing';
import type { CheckSchedule } from './check-times';
import type { ReadStatement } from './statements/statement';

export interface PaymentOrder {
  /**
   * Sent as the provider's external reference, so that a payment whose response was lost can be
   * found.
   */
  paymentId: string;
  money: Money;
  /** Each adapter converts it to the provider's format. */
  phone: Msisdn;
  /** Text the payer may see; each adapter reduces it to characters its provider accepts. */
  description: string;
  /** The vote code, for a field that the provider returns; null when it does not fit. */
  votesCode: string | null;
}

/**
 * Result of requesting a payment. `refused` is certain: nothing was created and nothing will be
 * charged. `unknown` means "perhaps charged": a timeout, a 5xx, an unreadable response.
 */
export type Acceptance =
  | { outcome: 'accepted'; providerRef: string; evidence: Evidence }
  | {
      outcome: 'refused';
      reason: FailureReason;
      /** True when the request never left, so that another provider may take the payment. */
      isUnsent?: boolean;
      /** True for an `unavailable` that only this number or amount has caused. */
      isAboutPayer?: boolean;
      /** What can be kept of the provider's text, when no rule knows the text. */
      unknownWords?: string | undefined;
      evidence: Evidence;
    }
  | { outcome: 'unknown'; evidence: Evidence };

export interface ProviderReference {
  paymentId: string;
  /** The provider's own reference, or one claimed by a webhook; null while neither is known. */
  providerRef: string | null;
  /**
   * True when an administrator attached this record to the payment; it may name another payment.
   */
  isAttached: boolean;
  createdAt: Date;
  /** Current time by the database's clock. */
  askedAt: Date;
}

/** Amount as reported by the provider; counted only if it equals the payment exactly. */
export interface ReportedMoney {
  amountMinor: number;
  currency: string;
}

/** Problem that an administrator should review, independent of the payment's state. */
export type Concern = 'partial-refund' | 'disputed' | 'refund-failed';

/** The provider's report on one payment: the only thing that changes money in our books. */
export type ProviderReport =
  | {
      outcome: 'paid';
      money: ReportedMoney;
      providerRef: string;
      /** The payment named by the record, if it is another one; only for an attached record. */
      namesPayment?: string | null;
      /** When the money was taken, by the provider's clock; only where a deadline applies. */
      chargedAt?: Date;
      concerns?: readonly Concern[];
      /**
       * Amount returned so far, in minor units; present when any was returned, or came back to us
       * again.
       */
      partlyReturned?: number;
      evidence: Evidence;
    }
  | {
      outcome: 'failed';
      reason: FailureReason;
      /** Set when we ended the payment without a report of its state. */
      isGivenUp?: true;
      /** What can be kept of the provider's text, when no rule knows the text. */
      unknownWords?: string | undefined;
      providerRef: string | null;
      evidence: Evidence;
    }
  /** Money that had been taken was returned to the payer. */
  | {
      outcome: 'reversed';
      reason: FailureReason;
      concerns?: readonly Concern[];
      evidence: Evidence;
    }
  | { outcome: 'pending'; providerRef: string }
  /**
   * Paid, but the provider's record names another payment, so that it is unclear whose votes it
   * bought.
   */
  | {
      outcome: 'misplaced';
      /** How the record was found: by our id, or by the provider's reference. */
      foundBy: 'our-id' | 'reference';
      evidence: Evidence;
    }
  /** The provider reports that it has no such payment, or none that is final. */
  | { outcome: 'missing'; evidence: Evidence }
  /** No usable response; it allows no conclusion. */
  | { outcome: 'unknown'; evidence: Evidence };

/** Names a record by at least one of these. */
export interface NamedRecord {
  paymentId: string | null;
  providerRef: string | null;
}

/** The part of a provider's record that a payment can be recovered from. */
export interface ProviderRecord {
  /** Our payment's id named by the record. */
  paymentId: string;
  providerRef: string;
  /** `over`: never paid, and can no longer be. */
  state: 'paid' | 'pending' | 'over';
  money: ReportedMoney;
  /** Content of the field used for the vote code. */
  votesCode: string | null;
  startedAt: Date | null;
  payer: { phone: Msisdn | null; email: string | null };
}

export type RecordReading =
  | { outcome: 'record'; record: ProviderRecord }
  /** The provider reports that there is no record, or none that names one of our payments. */
  | { outcome: 'none' }
  | { outcome: 'unanswered' };

export interface RawWebhook {
  method: string;
  /** Rest of the webhook's path after the provider's name. */
  pathSuffix: string | null;
  query: unknown;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The payment to check. The webhook is a hint, never proof. */
export interface Hint {
  paymentId: string | null;
  providerRef: string | null;
  /** The webhook's claim, or its id: stored to recognise repeats. */
  claim: string;
  /** Why a card was declined. */
  reason?: FailureReason | undefined;
  /** Stored with the claim in the payment's history. */
  evidence?: Evidence;
}

export type WebhookReading =
  | { outcome: 'hint'; hint: Hint; isSigned: boolean }
  /** Not about our payments, or unreadable although it is signed. */
  | { outcome: 'irrelevant'; evidence: Evidence; isSigned: boolean }
  /** Its signature or secret is missing or wrong. */
  | { outcome: 'refused'; status: 400 | 401 };

/** One payment's entry in a list. */
export interface Listed {
  hint: Hint;
  /** State of the record; `changed` when only a check of the payment can tell. */
  reportedState: 'paid' | 'failed' | 'changed';
}

/** Provider's lists that cover many payments at once. */
export interface ProviderLists {
  /** Interval between two reads, in ms. */
  everyMs: number;
  /** How far each read goes back before the previous one, in ms, because records change. */
  lookBackMs: number;
  /** True when the lists contain every final payment, so that single checks are unnecessary. */
  areComplete: boolean;
  /**
   * Passes on the entries between two times in batches.
   * @returns true when all could be read
   */
  read(
    from: Date,
    until: Date,
    take: (listed: readonly Listed[]) => Promise<void>,
  ): Promise<boolean>;
}

/** Whether a provider accepts our credentials, found out without requesting a payment. */
export interface ProviderProbe {
  /** `unknown`: no usable response, or none at all. */
  outcome: 'accepted' | 'refused' | 'unknown';
  /** A status or the connection error; contains no secrets. */
  reason: string;
  /** The provider's clock; null when it is not in the response. */
  clock: Date | null;
}

/** Common interface of all payment providers. No method throws because of the provider. */
export interface PaymentProvider {
  /** As in `payments.provider`. */
  readonly name: string;
  /** Shortest interval between two checks of one payment, in ms. */
  readonly checkIntervalMs: number;
  /** Concurrent checks per process: what the provider is known to handle. */
  readonly checksAtOnce: number;
  readonly checks: CheckSchedule;
  /** True when a record can be queried by our id alone. */
  readonly findsByOurId: boolean;
  /** Length of the field that takes the vote code, in characters. */
  readonly votesCodeRoom: number;
  /**
   * Normalises a reference of this provider to the form that is stored and compared.
   * @returns null for what cannot be a reference
   */
  readReference(text: string): string | null;
  /** Reports only on a record whose own id is the requested reference. */
  queryPayment(reference: ProviderReference): Promise<ProviderReport>;
  /** Reads the record of a payment that our database does not have. Never throws. */
  readRecord(named: NamedRecord): Promise<RecordReading>;
  readWebhook(webhook: RawWebhook): Promise<WebhookReading>;
  probe(): Promise<ProviderProbe>;
  readonly lists?: ProviderLists;
  /** The provider's list of all money movements; MTN and pawaPay have none. */
  readonly statement?: ReadStatement;
  /**
   * Makes sure that an unpaid payment can never be paid any more, and reports how it ended. Absent
   * for providers whose requests lapse on their own.
   */
  abandon?(reference: ProviderReference): Promise<ProviderReport>;
}

/** How well each operator's wallets can be charged now; an operator may be missing. */
export type OperatorAvailability = Partial<Record<WalletOperator, 'well' | 'slow' | 'down'>>;

export interface MobileMoneyProvider extends PaymentProvider {
  /**
   * Mobile operators whose wallets it takes money from. Voters with other wallets are warned, never
   * refused by us.
   */
  readonly operators: readonly WalletOperator[];
  /** Smallest amount it accepts, in XAF. */
  readonly leastAmount: number;
  /**
   * Never throws because of the provider. Repeats the request only if the provider recognises a
   * repeat by its id.
   */
  requestPayment(order: PaymentOrder): Promise<Acceptance>;
  /**
   * Asks the provider how well it can charge each operator's wallets. Absent for providers that do
   * not report it. Never throws.
   * @returns null when there is no usable answer
   */
  availability?(): Promise<OperatorAvailability | null>;
}

export interface CardOrder {
  /** Stored in the intent's metadata, so that an intent always names its payment. */
  paymentId: string;
  money: Money;
  /** Revision of the vote lines that the money is for. */
  revision: number;
  description: string;
  /** As in `PaymentOrder`. */
  votesCode: string | null;
  /**
   * True when the bank must authenticate the payer with every card, because an earlier card was
   * declined.
   */
  isRetry: boolean;
}

/** Result of creating, changing or reading a payment intent. None of these calls throws. */
export type IntentResult =
  /**
   * Open for the browser to confirm. The secret is only for the voter's browser: never store it.
   */
  | { outcome: 'ready'; providerRef: string; clientSecret: string }
  /** Can no longer be changed: paid, canceled, or being charged. */
  | { outcome: 'moved-on' }
  /** Certain: nothing was created or changed. */
  | { outcome: 'refused'; evidence: Evidence }
  /** Also certain, and worth retrying later. */
  | { outcome: 'rate-limited'; retryAfterSeconds: number; evidence: Evidence }
  /** A timeout, a 5xx or an unreadable response: perhaps done. */
  | { outcome: 'unknown'; evidence: Evidence };

export interface RefundOrder {
  paymentId: string;
  providerRef: string;
  /** Number of the request: a repeat of one that may have been carried out has the same number. */
  attempt: number;
}

/** Result of requesting a refund; only `queryPayment` reports that the money was returned. */
export type RefundResult =
  | { outcome: 'accepted'; evidence: Evidence }
  /** Certain: this money cannot be returned this way. */
  | { outcome: 'refused'; evidence: Evidence }
  | { outcome: 'rate-limited'; retryAfterSeconds: number; evidence: Evidence }
  /** The refund may be in progress. */
  | { outcome: 'unknown'; evidence: Evidence };

export interface CardProvider extends PaymentProvider {
  readonly name: 'stripe';
  createIntent(order: CardOrder): Promise<IntentResult>;
  changeIntent(providerRef: string, order: CardOrder): Promise<IntentResult>;
  readIntent(providerRef: string): Promise<IntentResult>;
  /** Requires authentication by the bank from the next try on; nothing depends on its success. */
  demandAuthentication(providerRef: string, paymentId: string): Promise<void>;
  abandon(reference: ProviderReference): Promise<ProviderReport>;
  /** Refunds the full amount; repeated calls refund once. */
  refund(order: RefundOrder): Promise<RefundResult>;
}
