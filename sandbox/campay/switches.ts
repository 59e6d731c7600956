import { type ListFaults, NO_LIST_FAULTS } from '#sandbox/list-faults';
import { HOUR, WALLET_DELAYS, type WalletDelays } from '#sandbox/mobile-money/delays';
import type { WebhookMode } from '#sandbox/mobile-money/sandbox';

export interface CampayDelays extends WalletDelays {
  /** Lifetime of a token from `/token/`, in ms. */
  tokenLifetimeMs: number;
}

export const DEFAULT_DELAYS: Readonly<CampayDelays> = { ...WALLET_DELAYS, tokenLifetimeMs: HOUR };

/**
 * - `forged`: signed with another key
 * - `tampered`: a valid signature (it does not cover the fields) with the opposite status
 */
export type AlteredWebhook = 'forged' | 'tampered';

/** Deviations of the provider from its ideal behaviour; they last until changed. */
export interface CampaySwitches {
  webhook: WebhookMode<AlteredWebhook>;
  /** A setting of the provider's dashboard. GET is its default, but puts numbers in URLs. */
  webhookMethod: 'GET' | 'POST';
  /** Amount in all responses and webhooks, whatever was taken; null for the true amount. */
  reportAmount: number | null;
  /** Overrides fields of status responses and webhooks, e.g. `{ currency: 'EUR' }`. */
  reportFields: Readonly<Record<string, string | number | null>>;
  /** Sends amounts as numbers, as documented, instead of text, as observed. */
  reportsAmountsAsNumbers: boolean;
  /** Notation of absent values; `observed` mixes the text "None" and "". */
  absentValues: 'observed' | 'none-text' | 'empty-text' | 'null' | 'missing';
  /** Response to a repeated `external_reference`: the documentation promises both. */
  repeatedReference: 'first-answer' | 'refused';
  /** HTTP status of the refusal when one number gets two prompts in a minute; null for no limit. */
  numberLimitStatus: 400 | 429 | null;
  /** The demo host's maximum per transaction (25); null for none. */
  maximumAmount: number | null;
  /** Missing, additional or delayed entries in its lists. */
  listFaults: ListFaults;
  /** True cuts every connection before anything is read. */
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
