import type { SandboxLogger } from '../logger';
import { WalletSandbox } from '../mobile-money/sandbox';
import {
  WebhookCourier,
  type WebhookDelivery,
  type WebhookRequest,
} from '../mobile-money/webhook-courier';
import type { TestNumber } from '../phone/page/html';
import type { Phone } from '../phone/phone';
import { FapshiLedger, PROVIDER } from './ledger';
import type { Service } from './reports';
import { StatusLimit } from './status-limit';
import {
  DEFAULT_DELAYS,
  DEFAULT_SWITCHES,
  type FapshiDelays,
  type FapshiSwitches,
} from './switches';
import { TEST_NUMBERS } from './test-numbers';
import type { FapshiTransaction } from './transaction';
import { type WebhookChanges, WebhookSender } from './webhooks';

export type Endpoint =
  | 'direct-pay'
  | 'payment-status'
  | 'transaction'
  | 'expire-pay'
  | 'search'
  | 'balance';

interface FapshiSandboxOptions {
  appUrl: () => string;
  merchant: string;
  stateFile: string | null;
  logger: SandboxLogger;
  phone: Phone;
  delays?: Partial<FapshiDelays>;
}

/** Fapshi from the inside: its books, switches and faults. */
export class FapshiSandbox extends WalletSandbox<FapshiTransaction, Endpoint, FapshiSwitches> {
  readonly ledger: FapshiLedger;
  readonly statusLimit: StatusLimit;
  protected readonly courier: WebhookCourier;
  readonly #webhooks: WebhookSender;
  readonly #appUrl: () => string;
  readonly #merchant: string;

  constructor({ appUrl, merchant, stateFile, logger, phone, delays }: FapshiSandboxOptions) {
    super({ provider: PROVIDER, phone, switches: DEFAULT_SWITCHES });
    const allDelays = { ...DEFAULT_DELAYS, ...delays };
    this.#appUrl = appUrl;
    this.#merchant = merchant;
    this.statusLimit = new StatusLimit(allDelays.statusWindowMs);
    this.courier = new WebhookCourier({
      provider: PROVIDER,
      timeoutMs: allDelays.webhookTimeoutMs,
      logger,
    });
    this.#webhooks = new WebhookSender({ service: () => this.service, courier: this.courier });
    this.ledger = new FapshiLedger({
      phone,
      delays: allDelays,
      merchant,
      stateFile,
      logger,
      announce: (transaction) => this.#webhooks.announce(transaction, this.switches),
    });
  }

  get service(): Service {
    return { name: this.#merchant, webhookUrl: `${this.#appUrl()}/api/webhooks/fapshi` };
  }

  /** Numbers (`2376XXXXXXXX`) with an outcome of their own, which come before the endings. */
  testNumbers(): TestNumber[] {
    if (!this.switches.honoursTestNumbers) return [];
    return [...TEST_NUMBERS].map(([number, { status }]) => {
      return { number, isPaying: status === 'SUCCESSFUL' };
    });
  }

  /** A webhook of this payment as it stands, or bent, not sent: for tests that send it their way. */
  webhookFor(transId: string, changes?: WebhookChanges): WebhookRequest {
    return this.#webhooks.build(this.known(transId), this.switches, changes);
  }

  /** Sends a webhook of this payment as it stands, or bent, whatever its status. */
  sendWebhook(transId: string, changes?: WebhookChanges): Promise<WebhookDelivery> {
    return this.#webhooks.send(this.known(transId), this.switches, changes);
  }

  override reset(): void {
    this.statusLimit.reset();
    super.reset();
  }
}
