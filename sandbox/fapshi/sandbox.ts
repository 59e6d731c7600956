import { failedFor, openingFor, REASONS } from '#sandbox/mobile-money/plan';
import { oppositeOf, type WalletOptions, WalletSandbox } from '#sandbox/mobile-money/sandbox';
import type { WebhookRequest } from '#sandbox/mobile-money/webhook-courier';
import type { TestNumber } from '#sandbox/phone/page/html';
import { FAPSHI_SANDBOX_WEBHOOK_SECRET } from './credentials';
import type { DirectPayOrder } from './direct-pay-rules';
import { newTransId } from './ids';
import { recordOf, type Service } from './reports';
import { StatusLimit } from './status-limit';
import {
  type BentWebhook,
  DEFAULT_DELAYS,
  DEFAULT_SWITCHES,
  type FapshiDelays,
  type FapshiSwitches,
} from './switches';
import { TEST_NUMBERS } from './test-numbers';
import { type FapshiTransaction, transactionSchema } from './transaction';

export type Endpoint =
  | 'direct-pay'
  | 'payment-status'
  | 'transaction'
  | 'expire-pay'
  | 'search'
  | 'balance';

/** How a single webhook differs from the truth. */
interface WebhookChanges {
  /** Laid over the fields of the record. */
  fields?: Readonly<Record<string, string | number | null>>;
  /** What comes in `x-wh-secret`; null leaves the header out. */
  secret?: string | null;
}

/** Fapshi from the inside: its books, switches and faults. */
export class FapshiSandbox extends WalletSandbox<
  FapshiTransaction,
  Endpoint,
  BentWebhook,
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
      // A direct-pay transaction has no EXPIRED; when it fails for want of an answer is unknown.
      unanswered: failedFor(REASONS.expired),
    });
    this.statusLimit = new StatusLimit(this.delays.statusWindowMs);
  }

  get service(): Service {
    const { merchant, appUrl } = this.options;
    return { name: merchant, webhookUrl: `${appUrl()}/api/webhooks/fapshi` };
  }

  /** Numbers (`2376XXXXXXXX`) with an outcome of their own, which come before the endings. */
  testNumbers(): TestNumber[] {
    if (!this.switches.honoursTestNumbers) return [];
    return [...TEST_NUMBERS].map(([number, { status }]) => {
      return { number, isPaying: status === 'SUCCESSFUL' };
    });
  }

  /** A repeated `externalId` is a second payment: nothing says otherwise. */
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

  /** Notes that the status was asked: from now on the transaction is PENDING, not CREATED. */
  asked(transaction: FapshiTransaction): void {
    if (transaction.wasAsked) return;
    transaction.wasAsked = true;
    this.ledger.changed();
  }

  override webhookFor(transId: string, changes?: WebhookChanges): WebhookRequest {
    return this.webhookOf(this.known(transId), changes);
  }

  override reset(): void {
    this.statusLimit.reset();
    super.reset();
  }

  protected bent(transaction: FapshiTransaction): Record<BentWebhook, WebhookChanges> {
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
