import type { SandboxLogger } from '../logger';
import { WalletSandbox } from '../mobile-money/sandbox';
import {
  WebhookCourier,
  type WebhookDelivery,
  type WebhookRequest,
} from '../mobile-money/webhook-courier';
import type { Phone } from '../phone/phone';
import { AccessTokens } from './access';
import { CampayLedger, PROVIDER } from './ledger';
import {
  type CampayDelays,
  type CampaySwitches,
  DEFAULT_DELAYS,
  DEFAULT_SWITCHES,
} from './switches';
import type { CampayTransaction } from './transaction';
import { type WebhookChanges, WebhookSender } from './webhooks';

export type Endpoint = 'token' | 'collect' | 'transaction' | 'history' | 'balance';

interface CampaySandboxOptions {
  appUrl: () => string;
  merchant: string;
  stateFile: string | null;
  logger: SandboxLogger;
  phone: Phone;
  delays?: Partial<CampayDelays>;
}

/** Campay from the inside: its books, switches and faults. */
export class CampaySandbox extends WalletSandbox<CampayTransaction, Endpoint, CampaySwitches> {
  readonly ledger: CampayLedger;
  readonly tokens: AccessTokens;
  protected readonly courier: WebhookCourier;
  readonly #webhooks: WebhookSender;

  /** The application's name in the provider's dashboard. */
  readonly application: string;

  constructor({ appUrl, merchant, stateFile, logger, phone, delays }: CampaySandboxOptions) {
    super({ provider: PROVIDER, phone, switches: DEFAULT_SWITCHES });
    const allDelays = { ...DEFAULT_DELAYS, ...delays };
    this.application = merchant;
    this.tokens = new AccessTokens(allDelays.tokenLifetimeMs);
    this.courier = new WebhookCourier({
      provider: PROVIDER,
      timeoutMs: allDelays.webhookTimeoutMs,
      logger,
    });
    this.#webhooks = new WebhookSender({ appUrl, application: merchant, courier: this.courier });
    this.ledger = new CampayLedger({
      phone,
      delays: allDelays,
      merchant,
      stateFile,
      logger,
      announce: (transaction) => this.#webhooks.announce(transaction, this.switches),
    });
  }

  /** A webhook of this payment as it stands, or bent, not sent: for tests that send it their way. */
  webhookFor(reference: string, changes?: WebhookChanges): Promise<WebhookRequest> {
    return this.#webhooks.build(this.known(reference), this.switches, changes);
  }

  /** Sends a webhook of this payment as it stands, or bent, whatever its status. */
  sendWebhook(reference: string, changes?: WebhookChanges): Promise<WebhookDelivery> {
    return this.#webhooks.send(this.known(reference), this.switches, changes);
  }

  expireTokens(): void {
    this.tokens.expireAll();
  }

  override reset(): void {
    this.tokens.expireAll();
    super.reset();
  }
}
