import { type ListFaults, NO_LIST_FAULTS } from '#sandbox/list-faults';
import { HOUR, WALLET_DELAYS, type WalletDelays } from '#sandbox/mobile-money/delays';
import type { WebhookMode } from '#sandbox/mobile-money/sandbox';

export interface CampayDelays extends WalletDelays {
  /** How long a token from `/token/` is good. */
  tokenLifetimeMs: number;
}

export const DEFAULT_DELAYS: Readonly<CampayDelays> = { ...WALLET_DELAYS, tokenLifetimeMs: HOUR };

/**
 * - `forged`: signed with a key that is not ours
 * - `tampered`: a good signature (it does not cover the fields) under the opposite status
 */
export type BentWebhook = 'forged' | 'tampered';

/** Ways in which the provider may differ from its best behaviour; they last until changed. */
export interface CampaySwitches {
  webhook: WebhookMode<BentWebhook>;
  /** A setting of the provider's dashboard. GET is preselected there, but puts numbers in URLs. */
  webhookMethod: 'GET' | 'POST';
  /** The amount every answer and webhook reports, whatever was taken; null tells the truth. */
  reportAmount: number | null;
  /** Laid over the fields of status answers and webhooks, e.g. `{ currency: 'EUR' }`. */
  reportFields: Readonly<Record<string, string | number | null>>;
  /** Amounts as numbers, as the documentation has it, instead of text, as observed. */
  reportsAmountsAsNumbers: boolean;
  /** How absent values are written; `observed` mixes the text "None" and "". */
  absentValues: 'observed' | 'none-text' | 'empty-text' | 'null' | 'missing';
  /** What the documentation promises for a repeated `external_reference`: it promises both. */
  repeatedReference: 'first-answer' | 'refused';
  /** HTTP status of the refusal when one number is prompted twice in a minute; null: no limit. */
  numberLimitStatus: 400 | 429 | null;
  /** The demo host's maximum per transaction (25); null: none. */
  maximumAmount: number | null;
  /** What its lists hold and should not, or the other way round. */
  listFaults: ListFaults;
  /** Every connection is cut before anything is read. */
  isUnreachable: boolean;
}

export const DEFAULT_SWITCHES: Readonly<CampaySwitches> = {
  webhook: 'once',
  webhookMethod: 'POST',
  reportAmount: null,
  reportFields: {},
  reportsAmountsAsNumbers: false,
  absentValues: 'observed',
  repeatedReference: 'first-answer',
  numberLimitStatus: null,
  maximumAmount: null,
  listFaults: NO_LIST_FAULTS,
  isUnreachable: false,
};
