import type { Outcome } from '#sandbox/mobile-money/payment';
import { failedFor, openingFor, PAID, REASONS } from '#sandbox/mobile-money/plan';
import { oppositeOf, type WalletOptions, WalletSandbox } from '#sandbox/mobile-money/sandbox';
import type { WebhookRequest } from '#sandbox/mobile-money/webhook-courier';
import type { TestNumber } from '#sandbox/phone/page/html';
import { FAPSHI_SANDBOX_WEBHOOK_SECRET } from './credentials';
import type { DirectPayOrder } from './direct-pay-rules';
import { newTransId } from './ids';
import { recordOf, type Service } from './reports';
import {
  type AlteredWebhook,
  DEFAULT_DELAYS,
  DEFAULT_SWITCHES,
  type FapshiDelays,
  type FapshiSwitches,
} from './switches';
import { type FapshiTransaction, transactionSchema } from './transaction';

/** The provider documents that these fail, but not why. */
const FAILED: Outcome = { status: 'FAILED', reason: null, isAnnounced: true };

/** The official test numbers of the provider's sandbox. */
const TEST_NUMBERS: ReadonlyMap<string, Outcome> = new Map([
  ['237670000000', PAID],
  ['237670000002', PAID],
  ['237650000000', PAID],
  ['237690000000', PAID],
  ['237690000002', PAID],
  ['237656000000', PAID],
  ['237670000001', FAILED],
  ['237670000003', FAILED],
  ['237650000001', FAILED],
  ['237690000001', FAILED],
  ['237690000003', FAILED],
  ['237656000001', FAILED],
]);

const MAX_STATUS_CALLS = 6;

/** Six status calls per window and transaction, from all callers together. */
class StatusLimit {
  readonly #windowMs: number;
  /** Times of the answered calls in the current window, oldest first; epoch ms. */
  readonly #answeredAt = new Map<string, number[]>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** @returns false when the limit is exceeded; such a call is not counted */
  admits(transId: string): boolean {
    const now = Date.now();
    const recent = (this.#answeredAt.get(transId) ?? []).filter((at) => at > now - this.#windowMs);
    if (recent.length >= MAX_STATUS_CALLS) return false;
    this.#answeredAt.set(transId, [...recent, now]);
    return true;
  }

  reset(): void {
    this.#answeredAt.clear();
  }
}

export type Endpoint =
  | 'direct-pay'
  | 'payment-status'
  | 'transaction'
  | 'expire-pay'
  | 'search'
  | 'balance';

/** Deviations of a single webhook from the true record. */
interface WebhookChanges {
  /** Overrides fields of the record. */
  fields?: Readonly<Record<string, string | number | null>>;
  /** Content of `x-wh-secret`; null omits the header. */
  secret?: string | null;
}

/** Simulation of Fapshi: its records, switches and faults. */
export class FapshiSandbox extends WalletSandbox<
  FapshiTransaction,
  Endpoint,
  AlteredWebhook,
  FapshiSwitches,
  FapshiDelays,
  WebhookChanges
> {
  readonly statusLimit: StatusLimit;

  constructor(options: WalletOptions<FapshiDelays>) {
    super(options, {
      provider: 'fapshi',
      schema: transactionSchema,
      switches: DEFAULT_SWITCHES,
      delays: DEFAULT_DELAYS,
      // A direct-pay transaction never becomes EXPIRED; when it fails without an answer is unknown.
      unanswered: failedFor(REASONS.expired),
    });
    this.statusLimit = new StatusLimit(this.delays.statusWindowMs);
  }

  get service(): Service {
    const { merchant, appUrl } = this.options;
    return { name: merchant, webhookUrl: `${appUrl()}/api/webhooks/fapshi` };
  }

  /** Numbers (`2376XXXXXXXX`) with a fixed outcome, which takes precedence over their endings. */
  testNumbers(): TestNumber[] {
    if (!this.switches.honoursTestNumbers) return [];
    return [...TEST_NUMBERS].map(([number, { status }]) => {
      return { number, isPaying: status === 'SUCCESSFUL' };
    });
  }

  /**
   * A repeated `externalId` starts a second payment, because the documentation says nothing else.
   */
  directPay(order: DirectPayOrder): Promise<FapshiTransaction> {
    const { honoursTestNumbers } = this.switches;
    const testOutcome = honoursTestNumbers ? TEST_NUMBERS.get(order.number) : undefined;
    return this.open({
      ...order,
      ...openingFor(order.number, Date.now(), this.delays, testOutcome),
      reference: newTransId(),
      wasAsked: false,
    });
  }

  /** Records a status call: from now on the transaction is PENDING, not CREATED. */
  markAsRequested(transaction: FapshiTransaction): void {
    if (transaction.wasAsked) return;
    transaction.wasAsked = true;
    this.ledger.changed();
  }

  override webhookFor(transId: string, changes?: WebhookChanges): WebhookRequest {
    return this.webhookOf(this.require(transId), changes);
  }

  override reset(): void {
    this.statusLimit.reset();
    super.reset();
  }

  protected alteredWebhooks(
    transaction: FapshiTransaction,
  ): Record<AlteredWebhook, WebhookChanges> {
    return {
      forged: { secret: 'not-the-secret' },
      secretless: { secret: null },
      tampered: { fields: { status: oppositeOf(transaction) } },
    };
  }

  protected webhookOf(
    transaction: FapshiTransaction,
    { fields, secret = FAPSHI_SANDBOX_WEBHOOK_SECRET }: WebhookChanges = {},
  ): WebhookRequest {
    const record = {
      ...recordOf(transaction, this.service, this.switchesFor(transaction)),
      ...fields,
    };
    const headers = {
      'content-type': 'application/json',
      ...(secret === null ? {} : { 'x-wh-secret': secret }),
    };
    const body = JSON.stringify(this.switches.webhookIsArray ? [record] : record);
    return { url: this.service.webhookUrl, init: { method: 'POST', headers, body } };
  }
}
