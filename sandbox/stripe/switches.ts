import { type ListFaults, NO_LIST_FAULTS } from '#sandbox/list-faults';
import type { WebhookSignature } from './webhook-signature';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Durations in ms. Tests shorten them. */
export interface StripeDelays {
  /**
   * Delays between the tries of a webhook without a 2xx response; after the last one it is given
   * up.
   */
  webhookRetriesMs: readonly number[];
  /** How long the sandbox waits for the application's response to a webhook. */
  webhookTimeoutMs: number;
  /** Until a pending refund has arrived, or a failing one has failed. */
  refundSettlesAfterMs: number;
}

/** The real provider's intervals are not published; it retries for three days. */
export const DEFAULT_DELAYS: Readonly<StripeDelays> = {
  webhookRetriesMs: [SECOND, 5 * SECOND, 30 * SECOND, 5 * MINUTE, HOUR, 6 * HOUR],
  webhookTimeoutMs: 10 * SECOND,
  refundSettlesAfterMs: 10 * SECOND,
};

/** Deviations of the provider from its ideal behaviour; they last until changed. */
export interface StripeSwitches {
  /**
   * - `lost`: never sent, but contained in the list of events
   * - `held`: kept back until `releaseWebhooks()`
   */
  webhooks: 'sent' | 'lost' | 'held';
  /** How many copies of every webhook are sent concurrently. */
  webhookCopies: number;
  /**
   * Each copy is sent after a random delay of up to this many ms, so that they overtake each other.
   */
  webhookSpreadMs: number;
  webhookSignature: WebhookSignature;
  /** Delays the responses to calls until their webhooks have been tried once. */
  announcesBeforeAnswer: boolean;
  /** Confirms every new intent with this card before the response to the creating call. */
  confirmsOnCreate: string | null;
  /** Missing, additional or delayed balance transactions, by payment intent. */
  listFaults: ListFaults;
  /** True cuts every connection before anything is read. */
  isUnreachable: boolean;
}

export const DEFAULT_SWITCHES: Readonly<StripeSwitches> = {
  webhooks: 'sent',
  webhookCopies: 1,
  webhookSpreadMs: 0,
  webhookSignature: 'valid',
  announcesBeforeAnswer: false,
  confirmsOnCreate: null,
  listFaults: NO_LIST_FAULTS,
  isUnreachable: false,
};
