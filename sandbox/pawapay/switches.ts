import { MINUTE, WALLET_DELAYS, type WalletDelays } from '#sandbox/mobile-money/delays';
import type { WebhookMode } from '#sandbox/mobile-money/sandbox';
import type { Operator } from '#sandbox/phone/operators';

export type PawapayDelays = WalletDelays;

export const DEFAULT_DELAYS: Readonly<PawapayDelays> = {
  ...WALLET_DELAYS,
  // The deposit fails with its prompt, which the operators keep open for five minutes.
  expireAfterMs: 5 * MINUTE,
};

/**
 * - `forged`: the opposite outcome, signed with another key under the provider's key id
 * - `tampered`: the opposite outcome under the true signature
 * - `unsigned`: true, but as if signatures had been switched off in the dashboard
 */
export type AlteredWebhook = 'forged' | 'tampered' | 'unsigned';

/** State of an operator's wallets for one kind of operation. */
export type OperatorState = 'OPERATIONAL' | 'DELAYED' | 'CLOSED';

/** Deviations of the provider from its ideal behaviour; they last until changed. */
export interface PawapaySwitches {
  webhook: WebhookMode<AlteredWebhook>;
  /** True when signed callbacks are switched on in the dashboard. */
  signsCallbacks: boolean;
  /** DER is what the provider sends; RFC 9421 specifies the other. */
  signatureEncoding: 'der' | 'ieee-p1363';
  /** Amount in all responses and webhooks, whatever was taken; null for the true amount. */
  reportAmount: number | null;
  /** Overrides fields of status responses and webhooks, e.g. `{ status: 'ON_HOLD' }`. */
  reportFields: Readonly<Record<string, unknown>>;
  /** Status of a deposit that is not final. */
  openStatus: 'ACCEPTED' | 'PROCESSING' | 'IN_RECONCILIATION';
  /** True when the status call does not find deposits, as before a request has arrived. */
  hidesDeposits: boolean;
  /** State of deposits from each operator's wallets; requests are rejected while CLOSED. */
  operators: Readonly<Record<Operator, OperatorState>>;
  /** False on an account for which deposits are not enabled. */
  allowsDeposits: boolean;
  /** True when the token was deleted in the dashboard. */
  isTokenRevoked: boolean;
  /** True gives the provider's test numbers their documented outcome. */
  honoursTestNumbers: boolean;
  /** True cuts every connection before anything is read. */
  isUnreachable: boolean;
}

export const DEFAULT_SWITCHES: Readonly<PawapaySwitches> = {
  webhook: 'once',
  signsCallbacks: true,
  signatureEncoding: 'der',
  reportAmount: null,
  reportFields: {},
  openStatus: 'PROCESSING',
  hidesDeposits: false,
  operators: { MTN: 'OPERATIONAL', Orange: 'OPERATIONAL' },
  allowsDeposits: true,
  isTokenRevoked: false,
  honoursTestNumbers: false,
  isUnreachable: false,
};
