import type { SandboxLogger } from '../logger';
import { WalletLedger } from '../mobile-money/ledger';
import { WalletSandbox } from '../mobile-money/sandbox';
import {
  WebhookCourier,
  type WebhookDelivery,
  type WebhookRequest,
} from '../mobile-money/webhook-courier';
import type { Phone } from '../phone/phone';
import { AccessTokens } from './access-tokens';
import { ApiUsers } from './api-users';
import { DEFAULT_DELAYS, type MtnMomoDelays } from './delays';
import type { PaymentOrder } from './request-to-pay';
import { DEFAULT_SWITCHES, type MtnMomoSwitches } from './switches';
import {
  type MtnMomoTransaction,
  transactionOf,
  transactionSchema,
  UNANSWERED,
} from './transaction';
import { announce, deliver, type MtnMomoWebhookChanges, webhookOf } from './webhooks';

const PROVIDER = 'mtn-momo';

export type Endpoint =
  | 'token'
  | 'requesttopay'
  | 'status'
  | 'accountholder'
  | 'balance'
  | 'apiuser';

interface MtnMomoSandboxOptions {
  /** Where the application is; its host is the one that may be called back. */
  appUrl: () => string;
  merchant: string;
  stateFile: string | null;
  logger: SandboxLogger;
  phone: Phone;
  delays?: Partial<MtnMomoDelays>;
}

/** MTN's Collections product. */
export class MtnMomoSandbox extends WalletSandbox<MtnMomoTransaction, Endpoint, MtnMomoSwitches> {
  readonly ledger: WalletLedger<MtnMomoTransaction>;
  readonly apiUsers: ApiUsers;
  readonly tokens: AccessTokens;
  protected readonly courier: WebhookCourier;
  readonly #delays: MtnMomoDelays;

  constructor(options: MtnMomoSandboxOptions) {
    const { appUrl, merchant, stateFile, logger, phone } = options;
    super({ provider: PROVIDER, phone, switches: DEFAULT_SWITCHES });
    const delays = { ...DEFAULT_DELAYS, ...options.delays };
    this.#delays = delays;
    this.apiUsers = new ApiUsers(() => this.switches.callbackHost ?? new URL(appUrl()).hostname);
    this.tokens = new AccessTokens(delays.tokenLifetimeMs);
    this.courier = new WebhookCourier({
      provider: PROVIDER,
      timeoutMs: delays.webhookTimeoutMs,
      logger,
    });
    this.ledger = new WalletLedger<MtnMomoTransaction>({
      provider: PROVIDER,
      schema: transactionSchema,
      phone,
      delays,
      merchant,
      stateFile,
      logger,
      unanswered: UNANSWERED,
      announce: (transaction) => announce(transaction, this.switches, this.courier),
    });
  }

  /** Enters an accepted order in the books and sends the prompt. */
  async open(order: PaymentOrder): Promise<void> {
    const { targetEnvironment, webhook } = this.switches;
    const transaction = transactionOf(order, targetEnvironment, this.#delays);
    await this.ledger.open(transaction, webhook === 'before-answer');
  }

  /** A webhook of this payment as it stands, or bent, not sent: for tests that send it their way. */
  webhookFor(reference: string, changes?: MtnMomoWebhookChanges): WebhookRequest {
    return webhookOf(this.known(reference), this.switches, changes);
  }

  /** Sends a webhook of this payment as it stands, or bent, whatever its status. */
  sendWebhook(reference: string, changes?: MtnMomoWebhookChanges): Promise<WebhookDelivery> {
    return deliver(this.known(reference), this.switches, this.courier, changes);
  }

  expireTokens(): void {
    this.tokens.expireAll();
  }

  override reset(): void {
    super.reset();
    this.tokens.expireAll();
    this.apiUsers.reset();
  }
}
