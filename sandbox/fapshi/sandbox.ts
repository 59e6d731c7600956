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
