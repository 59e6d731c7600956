import { type ListFaults, NO_LIST_FAULTS } from '#sandbox/list-faults';
import type { WebhookSignature } from './webhook-signature';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long things take. Tests shrink them. */
export interface StripeDelays {
  /** Between the tries of a webhook that was not answered with a 2xx; after the last it is given up. */
  webhookRetriesMs: readonly number[];
  /** How long the sandbox waits for the application to answer a webhook. */
  webhookTimeoutMs: number;
  /** Until a refund that pends has arrived, or one that fails has failed. */
  refundSettlesAfterMs: number;
}

/** The real provider's intervals are not published; it goes on for three days. */
export const DEFAULT_DELAYS: Readonly<StripeDelays> = {
  webhookRetriesMs: [SECOND, 5 * SECOND, 30 * SECOND, 5 * MINUTE, HOUR, 6 * HOUR],
  webhookTimeoutMs: 10 * SECOND,
  refundSettlesAfterMs: 10 * SECOND,
};

/** Ways in which the provider may differ from its best behaviour; they last until changed. */
export interface StripeSwitches {
  /**
   * - `lost`: never sent; the list of events still knows them
   * - `held`: kept back until `releaseWebhooks()`
   */
  webhooks: 'sent' | 'lost' | 'held';
  /** How often every webhook is sent, side by side. */
  webhookCopies: number;
  /** Each copy is sent after a time of its own, up to this, so that they overtake each other. */
  webhookSpreadMs: number;
  webhookSignature: WebhookSignature;
  /** Calls are answered only after their webhooks have been tried once. */
  announcesBeforeAnswer: boolean;
  /** Confirms every new intent with this card before the creating call is answered. */
  confirmsOnCreate: string | null;
  /** What the balance transactions hold and should not, by payment intent. */
  listFaults: ListFaults;
  /** Every connection is cut before anything is read. */
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
