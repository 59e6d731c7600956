import { AccessTokens } from '#sandbox/mobile-money/access-tokens';
import { oppositeOf, type WalletOptions, WalletSandbox } from '#sandbox/mobile-money/sandbox';
import type { WebhookRequest } from '#sandbox/mobile-money/webhook-courier';
import { ApiUsers } from './api-users';
import { DEFAULT_DELAYS, type MtnMomoDelays } from './delays';
import { reportOf } from './reports';
import type { PaymentOrder } from './request-to-pay';
import { type AlteredWebhook, DEFAULT_SWITCHES, type MtnMomoSwitches } from './switches';
import {
  type MtnMomoTransaction,
  transactionOf,
  transactionSchema,
  UNANSWERED,
} from './transaction';

export type Endpoint =
  | 'token'
  | 'requesttopay'
  | 'status'
  | 'accountholder'
  | 'balance'
  | 'apiuser';

/** Deviations of a single webhook from the true record and the switches. */
interface WebhookChanges {
  /** Overrides fields of the payment. */
  fields?: Readonly<Record<string, unknown>>;
  /** Sent unchanged instead of the payment. */
  body?: string;
  method?: 'PUT' | 'POST';
  /** Address used instead of the payment's `X-Callback-Url`. */
  url?: string;
}

/** Simulation of MTN's Collections product. */
export class MtnMomoSandbox extends WalletSandbox<
  MtnMomoTransaction,
  Endpoint,
  AlteredWebhook,
  MtnMomoSwitches,
  MtnMomoDelays,
  WebhookChanges
> {
  readonly apiUsers: ApiUsers;
  readonly tokens: AccessTokens;

  constructor(options: WalletOptions<MtnMomoDelays>) {
    super(options, {
      provider: 'mtn-momo',
      schema: transactionSchema,
      switches: DEFAULT_SWITCHES,
      delays: DEFAULT_DELAYS,
      unanswered: UNANSWERED,
    });
    // Callbacks are allowed to the application's host.
    const { appUrl } = options;
    this.apiUsers = new ApiUsers(() => this.switches.callbackHost ?? new URL(appUrl()).hostname);
    this.tokens = new AccessTokens(this.delays.tokenLifetimeMs);
  }

  async requestToPay(order: PaymentOrder): Promise<void> {
    await this.open(transactionOf(order, this.switches.targetEnvironment, this.delays));
  }

  expireTokens(): void {
    this.tokens.expireAll();
  }

  override reset(): void {
    super.reset();
    this.tokens.expireAll();
    this.apiUsers.reset();
  }

  protected override isCalledBack({ callbackUrl }: MtnMomoTransaction): boolean {
    return callbackUrl !== null;
  }

  protected alteredWebhooks(
    transaction: MtnMomoTransaction,
  ): Record<AlteredWebhook, WebhookChanges> {
    return {
      forged: { fields: { status: oppositeOf(transaction) } },
      strange: { body: JSON.stringify([{ event: 'payment', data: null }]) },
    };
  }

  protected webhookOf(
    transaction: MtnMomoTransaction,
    { fields, body, method, url }: WebhookChanges = {},
  ): WebhookRequest {
    const address = url ?? transaction.callbackUrl;
    if (address === null) throw new Error(`payment ${transaction.reference} has no X-Callback-Url`);
    const report = { ...reportOf(transaction, this.switchesFor(transaction)), ...fields };
    return {
      url: address,
      init: {
        method: method ?? this.switches.webhookMethod,
        headers: { 'content-type': 'application/json' },
        body: body ?? JSON.stringify(report),
      },
    };
  }
}
