import { type ListFaults, NO_LIST_FAULTS } from '#sandbox/list-faults';
import { MINUTE, WALLET_DELAYS, type WalletDelays } from '#sandbox/mobile-money/delays';
import type { WebhookMode } from '#sandbox/mobile-money/sandbox';

export interface FapshiDelays extends WalletDelays {
  /** In this time a transaction may be asked about six times; 0 sets no limit. */
  statusWindowMs: number;
}

export const DEFAULT_DELAYS: Readonly<FapshiDelays> = { ...WALLET_DELAYS, statusWindowMs: MINUTE };

/**
 * - `forged`: with a secret that is not ours
 * - `secretless`: as if no secret had been set in the dashboard
 * - `tampered`: the right secret (it covers nothing of the body) over the opposite status
 */
export type BentWebhook = 'forged' | 'secretless' | 'tampered';

/** Ways in which the provider may differ from its best behaviour; they last until changed. */
export interface FapshiSwitches {
  webhook: WebhookMode<BentWebhook>;
  /** The record within an array, as older documentation has it for status answers. */
  statusIsArray: boolean;
  /** The same for webhooks; never seen, but a receiver that copes costs little. */
  webhookIsArray: boolean;
  /** The amount every answer and webhook reports, whatever was taken; null tells the truth. */
  reportAmount: number | null;
  /** Laid over the fields of records and webhooks, e.g. `{ status: 'REVERSED' }`. */
  reportFields: Readonly<Record<string, string | number | null>>;
  /** How values that are not there are written. */
  absentValues: 'missing' | 'empty-text' | 'null';
  /** Whether a failed collection says why; the provider promises that for payouts only. */
  reportsReasons: boolean;
  /** A live service starts with direct pay not enabled; its callers can be limited by address. */
  directPay: 'enabled' | 'not-enabled' | 'address-not-allowed';
  /** The credentials are refused, as after new ones were made in the dashboard. */
  areCredentialsRevoked: boolean;
  /** Whether the lists show transactions that are not finished; the documentation is silent. */
  listsUnfinished: boolean;
  /** What the list of a `userId` is that no transaction has. */
  unknownUserId: 'empty-list' | 'not-found';
  /** The sandbox's own test numbers end as the provider says, whatever their last two digits. */
  honoursTestNumbers: boolean;
  /** What its lists hold and should not, or the other way round. */
  listFaults: ListFaults;
  /** Every connection is cut before anything is read. */
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
