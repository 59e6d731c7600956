import type { IncomingHttpHeaders } from 'node:http';
import type { Evidence } from '#shared/contracts/payment-events';
import type { FailureReason } from '#shared/domain/payment';
import type { Msisdn, WalletOperator } from '#shared/domain/phone';
import type { Money } from '#shared/domain/pricing';
import type { CheckSchedule } from './check-times';
import type { ReadStatement } from './statements/statement';

export interface PaymentOrder {
  /** Our id travels as the provider's external reference, so that a lost answer is found again. */
  paymentId: string;
  money: Money;
  /** Each adapter makes its provider's own form of it. */
  phone: Msisdn;
  /** What the payer may be shown; each adapter writes it in letters that its provider takes. */
  description: string;
  /** The vote lines, for a field that the provider gives back; null where they have no room. */
  votesCode: string | null;
}

/**
 * What asking for a payment led to. `refused` is certain: nothing was created and nothing will be
 * charged. `unknown` means "perhaps charged": a timeout, a 5xx, an unreadable answer.
 */
export type Acceptance =
  | { outcome: 'accepted'; providerRef: string; evidence: Evidence }
  | { outcome: 'refused'; reason: FailureReason; evidence: Evidence }
  | { outcome: 'unknown'; evidence: Evidence };

export interface ProviderReference {
  paymentId: string;
  /** The provider's own reference, or a webhook's claim of it; null while neither has reached us. */
  providerRef: string | null;
  /** An administrator says that this record is the payment's: the name that stands there may differ. */
  isAttached: boolean;
  createdAt: Date;
  /** Now, by the database's clock. */
  askedAt: Date;
}

/** As the provider wrote it; only what equals the payment to the unit is counted. */
export interface ReportedMoney {
  amountMinor: number;
  currency: string;
}

/** What an administrator should look at, whatever the state of the payment. */
export type Concern = 'partial-refund' | 'disputed' | 'refund-failed';

/** The provider's own answer about one payment: the only thing that moves money in our books. */
export type ProviderReport =
  | {
      outcome: 'paid';
      money: ReportedMoney;
      providerRef: string;
      /** The payment that the record names, where that is another one; only of an attached record. */
      namesPayment?: string | null;
      /** When the money was taken, by the provider's clock; only where that has to be in time. */
      chargedAt?: Date;
      concerns?: readonly Concern[];
      /** What went back of it by now, in minor units; told where anything did, or came to us again. */
      partlyReturned?: number;
      evidence: Evidence;
    }
  | {
      outcome: 'failed';
      reason: FailureReason;
      /** We ended it: the provider has not said how the payment stands. */
      isGivenUp?: true;
      providerRef: string | null;
      evidence: Evidence;
    }
  /** Money that had been taken went back to the payer. */
  | {
      outcome: 'reversed';
      reason: FailureReason;
      concerns?: readonly Concern[];
      evidence: Evidence;
    }
  | { outcome: 'pending'; providerRef: string }
  /** Paid, but the provider's record names another payment: nobody can tell whose votes it bought. */
  | {
      outcome: 'misplaced';
      /** How the record was found: by the id that we gave it, or by the provider's own reference. */
      foundBy: 'our-id' | 'reference';
      evidence: Evidence;
    }
  /** The provider has answered that it knows no such payment, or none that is over. */
  | { outcome: 'missing'; evidence: Evidence }
  /** No usable answer; nothing may be concluded from it. */
  | { outcome: 'unknown'; evidence: Evidence };

/** By what somebody speaks of a record; at least one of them. */
export interface NamedRecord {
  paymentId: string | null;
  providerRef: string | null;
}

/** A provider's record as far as a payment can be made again from it. */
export interface ProviderRecord {
  /** The payment of ours that it names. */
  paymentId: string;
  providerRef: string;
  /** `over`: never paid, and it will not be. */
  state: 'paid' | 'pending' | 'over';
  money: ReportedMoney;
  /** What stands where the votes' code travels. */
  votesCode: string | null;
  begunAt: Date | null;
  payer: { phone: Msisdn | null; email: string | null };
}

export type RecordReading =
  | { outcome: 'record'; record: ProviderRecord }
  /** The provider has answered that there is none, or none that names a payment of ours. */
  | { outcome: 'none' }
  | { outcome: 'unanswered' };

export interface RawWebhook {
  method: string;
  /** What follows the provider's own path, where we gave it such an address. */
  pathSuffix: string | null;
  query: unknown;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Which payment to check. A hint, never the truth. */
export interface Hint {
  paymentId: string | null;
  providerRef: string | null;
  /** What the webhook claims, or its own id: kept to recognise repeats. */
  claim: string;
  /** Why a card was declined. */
  reason?: FailureReason | undefined;
  /** Kept with the claim in the payment's history. */
  evidence?: Evidence;
}

export type WebhookReading =
  | { outcome: 'hint'; hint: Hint }
  /** Genuine, but about nothing that concerns our payments. */
  | { outcome: 'irrelevant'; evidence: Evidence }
  /** Forged or unreadable. */
  | { outcome: 'refused'; status: 400 | 401 };

/** What a list says of one payment. */
export interface Listed {
  hint: Hint;
  /** How the record stands; `changed` where only the payment itself can tell. */
  says: 'paid' | 'failed' | 'changed';
}

/** Lists of the provider's that tell about many payments at once. */
export interface ProviderLists {
  /** How often they are read. */
  everyMs: number;
  /** How far before the last time they are read again, because records change. */
  lookBackMs: number;
  /** Whether nothing that is over is ever missing in them, so that nobody needs to ask one by one. */
  areComplete: boolean;
  /**
   * Hands over what is listed between two moments, some at a time.
   * @returns whether all of it could be read
   */
  read(
    from: Date,
    until: Date,
    take: (listed: readonly Listed[]) => Promise<void>,
  ): Promise<boolean>;
}

/** Whether a provider lets us in, found out without asking anybody for money. */
export interface ProviderProbe {
  /** `unknown`: no usable answer, or none at all. */
  outcome: 'accepted' | 'refused' | 'unknown';
  /** Without secrets: a status, or how the connection ended. */
  reason: string;
  /** What its clock said; null where it did not tell. */
  clock: Date | null;
}

/** What every provider of money can be asked; none of these throws for what the provider does. */
export interface PaymentProvider {
  /** As in `payments.provider`. */
  readonly name: string;
  /** Smallest time between two checks of one payment, in ms. */
  readonly checkIntervalMs: number;
  /** Checks under way at once, in each process: what the provider is known to bear. */
  readonly checksAtOnce: number;
  readonly checks: CheckSchedule;
  /** Whether a record can be asked for by our own id alone. */
  readonly findsByOurId: boolean;
  /** Characters of the field that takes the votes' code. */
  readonly votesCodeRoom: number;
  /**
   * A reference of this provider's as it is stored and compared, however somebody has written it.
   * @returns null for what cannot be one
   */
  readReference(text: string): string | null;
  /** Reports only on a record whose own id is the reference that was asked for. */
  queryPayment(reference: ProviderReference): Promise<ProviderReport>;
  /** The record itself, of a payment that our database does not have. Never throws either. */
  readRecord(named: NamedRecord): Promise<RecordReading>;
  readWebhook(webhook: RawWebhook): Promise<WebhookReading>;
  probe(): Promise<ProviderProbe>;
  readonly lists?: ProviderLists;
  /** Its own list of all money that moved; MTN has none. */
  readonly statement?: ReadStatement;
  /**
   * Makes sure that an unpaid payment can never be paid any more, and says how it ended. A provider
   * whose requests lapse by themselves has none.
   */
  abandon?(reference: ProviderReference): Promise<ProviderReport>;
}

export interface MobileMoneyProvider extends PaymentProvider {
  /** Whose wallets it takes money from: voters of others are warned, never refused by us. */
  readonly operators: readonly WalletOperator[];
  /** The smallest payment that it takes, in XAF. */
  readonly leastAmount: number;
  /** Never throws for what the provider does or fails to do. Never repeats the request by itself. */
  requestPayment(order: PaymentOrder): Promise<Acceptance>;
}

export interface CardOrder {
  /** Travels as the intent's metadata, so that an intent always names its payment. */
  paymentId: string;
  money: Money;
  /** Which revision of the vote lines the money is for. */
  revision: number;
  description: string;
  /** As of `PaymentOrder`. */
  votesCode: string | null;
  /** Whether the bank shall ask the payer with every card: another one was declined before. */
  isRetry: boolean;
}

/** What creating, changing or reading a payment intent led to. Never throws for any of these. */
export type IntentAnswer =
  /** Open for the browser to confirm. The secret is for the voter's browser alone: never keep it. */
  | { outcome: 'ready'; providerRef: string; clientSecret: string }
  /** It is past changing: paid, canceled, or being charged. */
  | { outcome: 'moved-on' }
  /** Certain: nothing was created or changed. */
  | { outcome: 'refused'; evidence: Evidence }
  /** Certain as well, and worth trying again later. */
  | { outcome: 'rate-limited'; retryAfterSeconds: number; evidence: Evidence }
  /** A timeout, a 5xx, an unreadable answer: perhaps done. */
  | { outcome: 'unknown'; evidence: Evidence };

export interface RefundOrder {
  paymentId: string;
  providerRef: string;
  /** Counts the requests: a repeat of one that may have been carried out has the same number. */
  attempt: number;
}

/** What asking to give the money back led to; that it went back only `queryPayment` says. */
export type RefundAnswer =
  | { outcome: 'accepted'; evidence: Evidence }
  /** Certain: this money does not go back this way. */
  | { outcome: 'refused'; evidence: Evidence }
  | { outcome: 'rate-limited'; retryAfterSeconds: number; evidence: Evidence }
  /** Perhaps it is on its way. */
  | { outcome: 'unknown'; evidence: Evidence };

export interface CardProvider extends PaymentProvider {
  readonly name: 'stripe';
  createIntent(order: CardOrder): Promise<IntentAnswer>;
  changeIntent(providerRef: string, order: CardOrder): Promise<IntentAnswer>;
  readIntent(providerRef: string): Promise<IntentAnswer>;
  /** Has the bank ask the payer from the next try on; nothing depends on whether that arrives. */
  demandAuthentication(providerRef: string, paymentId: string): Promise<void>;
  abandon(reference: ProviderReference): Promise<ProviderReport>;
  /** Gives back all that was taken; however often it is called, once. */
  refund(order: RefundOrder): Promise<RefundAnswer>;
}
