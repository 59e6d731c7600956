import type { WebhookMode } from '#sandbox/mobile-money/sandbox';
import type { TargetEnvironment } from './environment';

/**
 * - `forged`: the opposite outcome; nothing is signed, so an attacker needs nothing else
 * - `strange`: JSON with none of the expected fields
 */
export type AlteredWebhook = 'forged' | 'strange';

/** Deviations of the provider from its ideal behaviour; they last until changed. */
export interface MtnMomoSwitches {
  /** The environment of this host; it determines the currency and which numbers have a wallet. */
  targetEnvironment: TargetEnvironment;
  webhook: WebhookMode<AlteredWebhook>;
  /** The provider's documentation contradicts itself. */
  webhookMethod: 'PUT' | 'POST';
  /** The only host allowed for callbacks; null means the application's host. */
  callbackHost: string | null;
  /** Amount in all responses and webhooks, whatever was taken; null for the true amount. */
  reportAmount: number | null;
  /** Overrides fields of status responses and webhooks, e.g. `{ status: 'CREATED' }`. */
  reportFields: Readonly<Record<string, unknown>>;
  /** Sends amounts as numbers, as seen in examples, instead of text, as documented. */
  reportsAmountsAsNumbers: boolean;
  /** Format of a failure reason: text, as in most responses, or `{ code, message }`. */
  reasonShape: 'text' | 'object';
  /** True when the status call does not find payments, as may happen right after their creation. */
  hidesPayments: boolean;
  /** Status of all responses when the caller's address is not on the allow-list. */
  addressRefusal: 400 | 403 | null;
  /** True cuts every connection before anything is read. */
  isUnreachable: boolean;
}

export const DEFAULT_SWITCHES: Readonly<MtnMomoSwitches> = {
  targetEnvironment: 'mtncameroon',
  webhook: 'once',
  webhookMethod: 'PUT',
  callbackHost: null,
  reportAmount: null,
  reportFields: {},
  reportsAmountsAsNumbers: false,
  reasonShape: 'text',
  hidesPayments: false,
  addressRefusal: null,
  isUnreachable: false,
};
