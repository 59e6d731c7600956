import { type ListFaults, NO_LIST_FAULTS } from '#sandbox/list-faults';
import { MINUTE, WALLET_DELAYS, type WalletDelays } from '#sandbox/mobile-money/delays';
import type { WebhookMode } from '#sandbox/mobile-money/sandbox';

export interface FapshiDelays extends WalletDelays {
  /** Window in ms in which a transaction's status may be requested six times; 0 for no limit. */
  statusWindowMs: number;
}

export const DEFAULT_DELAYS: Readonly<FapshiDelays> = { ...WALLET_DELAYS, statusWindowMs: MINUTE };

/**
 * - `forged`: with another secret
 * - `secretless`: as if no secret had been set in the dashboard
 * - `tampered`: the correct secret (it does not cover the body) with the opposite status
 */
export type AlteredWebhook = 'forged' | 'secretless' | 'tampered';

/** Deviations of the provider from its ideal behaviour; they last until changed. */
export interface FapshiSwitches {
  webhook: WebhookMode<AlteredWebhook>;
  /** Wraps the record in an array, as in older documentation of status responses. */
  statusIsArray: boolean;
  /** Same for webhooks; never observed, but easy for a receiver to handle. */
  webhookIsArray: boolean;
  /** Amount in all responses and webhooks, whatever was taken; null for the true amount. */
  reportAmount: number | null;
  /** Overrides fields of records and webhooks, e.g. `{ status: 'REVERSED' }`. */
  reportFields: Readonly<Record<string, string | number | null>>;
  /** Notation of absent values. */
  absentValues: 'missing' | 'empty-text' | 'null';
  /** True when a failed collection has a reason; the provider promises that for payouts only. */
  reportsReasons: boolean;
  /** A live service starts without direct pay; its callers can be limited by address. */
  directPay: 'enabled' | 'not-enabled' | 'address-not-allowed';
  /** True refuses the credentials, as after new ones were created in the dashboard. */
  areCredentialsRevoked: boolean;
  /** True when the lists contain unfinished transactions; the documentation does not say. */
  listsUnfinished: boolean;
  /** Response to the list of an unknown `userId`. */
  unknownUserId: 'empty-list' | 'not-found';
  /**
   * True gives the provider's test numbers their documented outcome, whatever their last two
   * digits.
   */
  honoursTestNumbers: boolean;
  /** Missing, additional or delayed entries in its lists. */
  listFaults: ListFaults;
  /** True cuts every connection before anything is read. */
  isUnreachable: boolean;
}

export const DEFAULT_SWITCHES: Readonly<FapshiSwitches> = {
  webhook: 'once',
  statusIsArray: false,
  webhookIsArray: false,
  reportAmount: null,
  reportFields: {},
  absentValues: 'missing',
  reportsReasons: true,
  directPay: 'enabled',
  areCredentialsRevoked: false,
  listsUnfinished: true,
  unknownUserId: 'empty-list',
  honoursTestNumbers: false,
  listFaults: NO_LIST_FAULTS,
  isUnreachable: false,
};
