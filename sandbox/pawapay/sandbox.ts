import { openingFor } from '#sandbox/mobile-money/plan';
import { oppositeOf, type WalletOptions, WalletSandbox } from '#sandbox/mobile-money/sandbox';
import type { WebhookRequest } from '#sandbox/mobile-money/webhook-courier';
import type { TestNumber } from '#sandbox/phone/page/html';
import { SigningKeys, signedHeaders, unsignedHeaders } from './callback-signature';
import type { DepositOrder } from './deposit-rules';
import { callbackOf } from './reports';
import {
  type AlteredWebhook,
  DEFAULT_DELAYS,
  DEFAULT_SWITCHES,
  type PawapayDelays,
  type PawapaySwitches,
} from './switches';
import { type PawapayTransaction, transactionSchema } from './transaction';
import { certainOutcomeOf, TEST_NUMBERS, WALLETS } from './wallets';

export type Endpoint =
  | 'deposits'
  | 'status'
  | 'resend-callback'
  | 'active-conf'
  | 'availability'
  | 'predict-provider'
  | 'public-key';

/** Deviations of a single webhook from the true one. */
interface WebhookChanges {
  /** Overrides fields of the deposit. */
  fields?: Readonly<Record<string, unknown>>;
  /** Who signs it; null leaves it unsigned. */
  signedBy?: 'provider' | 'stranger' | null;
  /** True sends the signature of the unchanged webhook. */
  keepsSignature?: boolean;
  /** Address that is signed, instead of the one to which it is sent. */
  signedFor?: string;
  /** Time of the signature, in epoch ms. */
  signedAt?: number;
}

/** Simulation of pawaPay's merchant API v2: deposits in Cameroon. */
export class PawapaySandbox extends WalletSandbox<
  PawapayTransaction,
  Endpoint,
  AlteredWebhook,
  PawapaySwitches,
  PawapayDelays,
  WebhookChanges
> {
  readonly keys = new SigningKeys();

  constructor(options: WalletOptions<PawapayDelays>) {
    super(options, {
      provider: 'pawapay',
      schema: transactionSchema,
      switches: DEFAULT_SWITCHES,
      delays: DEFAULT_DELAYS,
      unanswered: { status: 'FAILED', reason: 'PAYMENT_NOT_APPROVED', isAnnounced: true },
    });
  }

  get merchant(): string {
    return this.options.merchant;
  }

  /** As entered in the dashboard. */
  get callbackUrl(): string {
    return `${this.options.appUrl()}/api/webhooks/pawapay`;
  }

  /** Numbers (`2376XXXXXXXX`) with a fixed outcome, which takes precedence over their endings. */
  testNumbers(): TestNumber[] {
    if (!this.switches.honoursTestNumbers) return [];
    return [...TEST_NUMBERS].map(([number, outcome]) => {
      return { number, isPaying: outcome?.status === 'SUCCESSFUL' };
    });
  }

  async deposit(order: DepositOrder): Promise<void> {
    const { number, amount, clientReferenceId, customerMessage, metadata } = order;
    const operator = WALLETS[order.wallet];
    const byTestNumber = this.switches.honoursTestNumbers ? TEST_NUMBERS.get(number) : undefined;
    const outcome = byTestNumber ?? certainOutcomeOf(number, operator);
    const opening = openingFor(number, Date.now(), this.delays, outcome);
    await this.open({
      ...opening,
      // A test number that stays open has no phone.
      ...(byTestNumber === null ? { isPrompted: false, plan: [] } : {}),
      reference: order.depositId,
      number,
      operator,
      amount,
      clientReferenceId,
      customerMessage,
      metadata: metadata === null ? null : { ...metadata },
    });
  }

  protected alteredWebhooks(
    transaction: PawapayTransaction,
  ): Record<AlteredWebhook, WebhookChanges> {
    const status = oppositeOf(transaction) === 'SUCCESSFUL' ? 'COMPLETED' : 'FAILED';
    return {
      forged: { fields: { status }, signedBy: 'stranger' },
      tampered: { fields: { status }, keepsSignature: true },
      unsigned: { signedBy: null },
    };
  }

  protected webhookOf(
    transaction: PawapayTransaction,
    changes: WebhookChanges = {},
  ): WebhookRequest {
    const report = callbackOf(transaction, this.switchesFor(transaction));
    const body = JSON.stringify({ ...report, ...changes.fields });
    const headers = this.#headersOf(
      changes.keepsSignature ? JSON.stringify(report) : body,
      changes,
    );
    return { url: this.callbackUrl, init: { method: 'POST', headers, body } };
  }

  #headersOf(body: string, changes: WebhookChanges): Record<string, string> {
    const { signsCallbacks, signatureEncoding: encoding } = this.switches;
    const { signedBy = signsCallbacks ? 'provider' : null } = changes;
    if (signedBy === null) return unsignedHeaders();
    return signedHeaders({
      url: changes.signedFor ?? this.callbackUrl,
      body,
      keyId: this.keys.id,
      key: signedBy === 'provider' ? this.keys.privateKey : this.keys.stranger,
      encoding,
      at: changes.signedAt ?? Date.now(),
    });
  }
}
