import type { z } from 'zod';
import type { SandboxLogger } from '#sandbox/logger';
import type { Phone, Prompt } from '#sandbox/phone/phone';
import { ProviderSandbox } from '#sandbox/provider-sandbox';
import type { WalletDelays } from './delays';
import { WalletLedger } from './ledger';
import { latencyOf, type Mood, switchesIn } from './mood';
import type { Outcome, WalletPayment } from './payment';
import { WebhookCourier, type WebhookDelivery, type WebhookRequest } from './webhook-courier';

export interface WalletOptions<Delays> {
  /** Origin of the application; called when needed. */
  appUrl: () => string;
  merchant: string;
  stateFile: string | null;
  logger: SandboxLogger;
  phone: Phone;
  delays?: Partial<Delays>;
}

/**
 * `before-answer`: the payment ends, and its webhook is sent, before the call that requests the
 * payment returns. Any other value is a provider-specific kind of invalid webhook.
 */
export type WebhookMode<Altered extends string> =
  | 'once'
  | 'none'
  | 'twice'
  | 'before-answer'
  | Altered;

interface WalletSwitches<Altered extends string> {
  webhook: WebhookMode<Altered>;
  /** Overrides fields of status responses and webhooks. */
  reportFields: Readonly<Record<string, unknown>>;
  /** Overrides the amount of every payment. */
  reportAmount: number | null;
  isUnreachable: boolean;
}

interface WalletTraits<Payment, Switches, Delays> {
  provider: string;
  schema: z.ZodType<Payment>;
  switches: Readonly<Switches>;
  delays: Readonly<Delays>;
  /** Outcome of a payment whose prompt was not answered before it expired. */
  unanswered: Outcome;
}

/** Common parts of all wallet sandboxes. */
export abstract class WalletSandbox<
  Payment extends WalletPayment,
  Endpoint extends string,
  Altered extends string,
  Switches extends WalletSwitches<Altered>,
  Delays extends WalletDelays,
  Changes,
> extends ProviderSandbox<Endpoint, Switches> {
  readonly ledger: WalletLedger<Payment>;
  protected readonly delays: Delays;
  protected readonly options: WalletOptions<Delays>;
  readonly #provider: string;
  readonly #courier: WebhookCourier;
  #mood: Mood = 'well';
  readonly #misreports = new Map<string, Switches['reportFields']>();

  constructor(
    options: WalletOptions<Delays>,
    { provider, schema, switches, delays, unanswered }: WalletTraits<Payment, Switches, Delays>,
  ) {
    super(switches);
    const { phone, merchant, stateFile, logger } = options;
    this.options = options;
    this.delays = { ...delays, ...options.delays };
    this.#provider = provider;
    const timeoutMs = this.delays.webhookTimeoutMs;
    this.#courier = new WebhookCourier({ provider, timeoutMs, logger });
    this.ledger = new WalletLedger({
      provider,
      schema,
      phone,
      delays: this.delays,
      merchant,
      stateFile,
      logger,
      unanswered,
      announce: (payment) => this.#announce(payment),
    });
  }

  /**
   * Returns a webhook of this payment's current state, with these changes; throws when it has no
   * address.
   */
  protected abstract webhookOf(
    payment: Payment,
    changes?: Changes,
  ): WebhookRequest | Promise<WebhookRequest>;

  /** Returns the changes that each invalid mode makes to this payment's webhook. */
  protected abstract alteredWebhooks(payment: Payment): Readonly<Record<Altered, Changes>>;

  /** True when the application gets a webhook about how this payment ended. */
  protected isCalledBack(_payment: Payment): boolean {
    return true;
  }

  /**
   * Returns a webhook of this payment, optionally changed, without sending it: for tests that send
   * it themselves.
   */
  webhookFor(reference: string, changes?: Changes): WebhookRequest | Promise<WebhookRequest> {
    return this.webhookOf(this.require(reference), changes);
  }

  /** Sends a webhook of this payment, optionally changed, whatever its status. */
  sendWebhook(reference: string, changes?: Changes): Promise<WebhookDelivery> {
    return this.#deliver(this.require(reference), changes);
  }

  /** Prompts currently on the phones, newest first; numbers that act automatically show none. */
  prompts(): Prompt[] {
    return this.options.phone.prompts().filter(({ provider }) => provider === this.#provider);
  }

  /** The payer enters the PIN. Resolves when the webhook was delivered or given up. */
  approve(reference: string): Promise<void> {
    return this.ledger.approve(reference);
  }

  /** The payer refuses; also used for any other reason of a failure. */
  decline(reference: string, reason?: string): Promise<void> {
    return this.ledger.decline(reference, reason);
  }

  /** The payer ignores the prompt: it disappears without an answer. */
  ignore(reference: string): void {
    this.ledger.ignore(reference);
  }

  /** Changes a failed payment to paid. */
  payLate(reference: string): Promise<void> {
    return this.ledger.payLate(reference);
  }

  /** Changes a paid payment to failed. */
  failLate(reference: string): Promise<void> {
    return this.ledger.failLate(reference);
  }

  /** Overrides these fields in everything reported about this payment from now on. */
  misreport(reference: string, fields: Switches['reportFields']): void {
    this.#misreports.set(reference, fields);
  }

  get mood(): Mood {
    return this.#mood;
  }

  /** Makes the provider work, or slow, down or lying, until changed again or `reset()`. */
  setMood(mood: Mood): void {
    this.#mood = mood;
    // Safe: every wallet has these switches.
    this.configure(switchesIn(mood) as Partial<Switches>);
  }

  /** Returns how long a call waits for its response, in ms. */
  latencyOf(endpoint: Endpoint): number {
    return latencyOf(this.#mood, endpoint);
  }

  /** Returns the switches that apply to this payment. */
  switchesFor({ reference }: Pick<Payment, 'reference'>): Switches {
    const fields = { ...this.switches.reportFields, ...this.#misreports.get(reference) };
    return { ...this.switches, reportFields: fields };
  }

  /** All payments, oldest first; copies, so that changing them has no effect. */
  transactions(): Payment[] {
    return structuredClone(this.ledger.all());
  }

  /** Amount really taken from payers, in whole units, whatever responses and webhooks said. */
  moneyTaken(): number {
    const paid = this.ledger.all().filter(({ status }) => status === 'SUCCESSFUL');
    return paid.reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Every webhook sent, with its response. */
  deliveries(): WebhookDelivery[] {
    return this.#courier.deliveries();
  }

  override reset(): void {
    super.reset();
    this.#mood = 'well';
    this.#courier.reset();
    this.#misreports.clear();
    this.ledger.reset();
  }

  /** Stops all timers, closes connections and writes the records to disk. */
  async close(): Promise<void> {
    this.faults.reset();
    this.#courier.reset();
    await this.ledger.close();
  }

  /** Stores an accepted order and sends the prompt. */
  protected open(payment: Payment): Promise<Payment> {
    return this.ledger.open(payment, this.switches.webhook === 'before-answer');
  }

  /** Sends the webhooks selected by the switch; resolves when all were delivered or given up. */
  async #announce(payment: Payment): Promise<void> {
    if (!this.isCalledBack(payment)) return;
    const mode: WebhookMode<Altered> = this.switches.webhook;
    switch (mode) {
      case 'none':
        return;
      case 'once':
      case 'before-answer':
        await this.#deliver(payment);
        return;
      case 'twice':
        await Promise.all([this.#deliver(payment), this.#deliver(payment)]);
        return;
      default:
        await this.#deliver(payment, this.alteredWebhooks(payment)[mode]);
    }
  }

  #deliver(payment: Payment, changes?: Changes): Promise<WebhookDelivery> {
    return this.#courier.deliver(payment.reference, () => this.webhookOf(payment, changes));
  }

  protected require(reference: string): Payment {
    const payment = this.ledger.find(reference);
    if (!payment) throw new Error(`no transaction ${reference}`);
    return payment;
  }
}

/** The status that an attacker would claim. */
export const oppositeOf = ({ status }: Pick<WalletPayment, 'status'>) =>
  status === 'SUCCESSFUL' ? ('FAILED' as const) : ('SUCCESSFUL' as const);
