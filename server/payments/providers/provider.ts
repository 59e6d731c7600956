import type { FailureReason } from '../../../shared/domain/payment';
import type { Money } from '../../../shared/domain/pricing';

/** Facts worth keeping with an event. Never anything personal: events are read by administrators. */
export type Evidence = Record<string, string | number | boolean | null>;

export interface PaymentOrder {
  /** Our id travels as the provider's external reference, so that a lost answer is found again. */
  paymentId: string;
  money: Money;
  /** The nine national digits; each adapter makes its provider's own form of them. */
  phone: string;
  /** Short plain ASCII; some operators show it to the payer. */
  description: string;
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
  createdAt: Date;
}

/** As the provider wrote it; only what equals the payment to the unit is counted. */
export interface ReportedMoney {
  amountMinor: number;
  currency: string;
}

/** The provider's own answer about one payment: the only thing that moves money in our books. */
export type ProviderReport =
  | { outcome: 'paid'; money: ReportedMoney; providerRef: string; evidence: Evidence }
  | { outcome: 'failed'; reason: FailureReason; providerRef: string | null; evidence: Evidence }
  /** Money that had been taken went back to the payer. */
  | { outcome: 'reversed'; reason: FailureReason; evidence: Evidence }
  | { outcome: 'pending'; providerRef: string }
  /** No usable answer; nothing may be concluded from it. */
  | { outcome: 'unknown'; evidence: Evidence };

export interface RawWebhook {
  method: string;
  query: unknown;
  contentType: string | undefined;
  body: Buffer;
}

/** Whom to ask about. A hint, never the truth. */
export interface WebhookHint {
  paymentId: string | null;
  providerRef: string | null;
  /** What the webhook claims, kept to recognise repeats. */
  claim: string;
}

export interface MobileMoneyProvider {
  readonly name: 'campay' | 'fapshi' | 'mtn-momo';
  /** Smallest time between two questions about one payment, in ms. */
  readonly askIntervalMs: number;
  /** Never throws for what the provider does or fails to do. Never repeats the request by itself. */
  requestPayment(order: PaymentOrder): Promise<Acceptance>;
  /** Never throws for what the provider does or fails to do. */
  queryPayment(reference: ProviderReference): Promise<ProviderReport>;
  /** @returns null when the webhook is forged or unreadable */
  readWebhook(webhook: RawWebhook): Promise<WebhookHint | null>;
}
