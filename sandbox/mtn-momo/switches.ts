import type { WebhookMode } from '#sandbox/mobile-money/sandbox';
import type { TargetEnvironment } from './environment';

/**
 * - `forged`: the opposite outcome; nothing is signed, so this is all a forger has to do
 * - `strange`: JSON with none of the expected fields
 */
export type BentWebhook = 'forged' | 'strange';

/** Ways in which the provider may differ from its best behaviour; they last until changed. */
export interface MtnMomoSwitches {
  /** The environment this host serves; it decides the currency and which numbers have a wallet. */
  targetEnvironment: TargetEnvironment;
  webhook: WebhookMode<BentWebhook>;
  /** The provider's own pages disagree. */
  webhookMethod: 'PUT' | 'POST';
  /** The only host that may be called back; null means the application's own. */
  callbackHost: string | null;
  /** The amount every answer and webhook reports, whatever was taken; null tells the truth. */
  reportAmount: number | null;
  /** Laid over the fields of status answers and webhooks, e.g. `{ status: 'CREATED' }`. */
  reportFields: Readonly<Record<string, unknown>>;
  /** Amounts as numbers, as seen in examples, instead of text, as documented. */
  reportsAmountsAsNumbers: boolean;
  /** Why a payment failed as text, as in most answers, or as `{ code, message }`. */
  reasonShape: 'text' | 'object';
  /** The status call does not know a payment yet, as may happen right after it was made. */
  hidesPayments: boolean;
  /** The caller's address is not on the allow-list: it gets this answer to everything. */
  addressRefusal: 400 | 403 | null;
  /** Every connection is cut before anything is read. */
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
