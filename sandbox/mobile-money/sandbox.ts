import type { z } from 'zod';
import type { SandboxLogger } from '#sandbox/logger';
import type { Phone, Prompt } from '#sandbox/phone/phone';
import { ProviderSandbox } from '#sandbox/provider-sandbox';
import type { WalletDelays } from './delays';
import { WalletLedger } from './ledger';
import type { Outcome, WalletPayment } from './payment';
import { WebhookCourier, type WebhookDelivery, type WebhookRequest } from './webhook-courier';

export interface WalletOptions<Delays> {
  /** Where the application is; asked when needed. */
  appUrl: () => string;
  merchant: string;
  stateFile: string | null;
  logger: SandboxLogger;
  phone: Phone;
  delays?: Partial<Delays>;
}

/**
 * `before-answer`: the end and its webhook come before the call that asks for the payment returns.
 * Every other word is a way of the provider's own in which webhooks are bent.
 */
export type WebhookMode<Bent extends string> = 'once' | 'none' | 'twice' | 'before-answer' | Bent;

interface WalletSwitches<Bent extends string> {
  webhook: WebhookMode<Bent>;
  /** Laid over the fields of status answers and webhooks. */
  reportFields: Readonly<Record<string, unknown>>;
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

/** What the sandboxes of all wallets have in common. */
export abstract class WalletSandbox<
  Payment extends WalletPayment,
  Endpoint extends string,
  Bent extends string,
  Switches extends WalletSwitches<Bent>,
  Delays extends WalletDelays,
  Changes,
> extends ProviderSandbox<Endpoint, Switches> {
  readonly ledger: WalletLedger<Payment>;
  protected readonly delays: Delays;
  protected readonly options: WalletOptions<Delays>;
  readonly #provider: string;
  readonly #courier: WebhookCourier;
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

  /** A webhook of this payment as it stands, with these changes; throws when it has no address. */
  protected abstract webhookOf(
    payment: Payment,
    changes?: Changes,
  ): WebhookRequest | Promise<WebhookRequest>;

  /** What each bent mode makes of this payment's webhook. */
  protected abstract bent(payment: Payment): Readonly<Record<Bent, Changes>>;

  /** Whether the application is told how this payment ended. */
  protected isCalledBack(_payment: Payment): boolean {
    return true;
  }

  /** A webhook of this payment as it stands, or bent, not sent: for tests that send it their way. */
  webhookFor(reference: string, changes?: Changes): WebhookRequest | Promise<WebhookRequest> {
    return this.webhookOf(this.known(reference), changes);
  }

  /** Sends a webhook of this payment as it stands, or bent, whatever its status. */
  sendWebhook(reference: string, changes?: Changes): Promise<WebhookDelivery> {
    return this.#deliver(this.known(reference), changes);
  }

  /** Prompts on the phones now, newest first; numbers that act by themselves show none. */
  prompts(): Prompt[] {
    return this.options.phone.prompts().filter(({ provider }) => provider === this.#provider);
  }

  /** The payer enters the PIN. Resolves when the webhook is delivered or given up. */
  approve(reference: string): Promise<void> {
    return this.ledger.approve(reference);
  }

  /** The payer refuses; any other reason for a failure goes the same way. */
  decline(reference: string, reason?: string): Promise<void> {
    return this.ledger.decline(reference, reason);
  }

  /** The payer puts the phone away: no prompt any more, and no answer. */
  ignore(reference: string): void {
    this.ledger.ignore(reference);
  }

  /** A failed payment turns out to have been taken. */
  payLate(reference: string): Promise<void> {
    return this.ledger.payLate(reference);
  }

  /** A payment that was taken turns out to have failed. */
  failLate(reference: string): Promise<void> {
    return this.ledger.failLate(reference);
  }

  /** What is told of this payment from now on differs from the books in these fields. */
  misreport(reference: string, fields: Switches['reportFields']): void {
    this.#misreports.set(reference, fields);
  }

  /** The switches as they are for this payment. */
  switchesFor({ reference }: Pick<Payment, 'reference'>): Switches {
    const fields = { ...this.switches.reportFields, ...this.#misreports.get(reference) };
    return { ...this.switches, reportFields: fields };
  }

  /** Every payment, oldest first; copies, so that changing them changes nothing. */
  transactions(): Payment[] {
    return structuredClone(this.ledger.all());
  }

  /** What was really taken from payers, in whole units, whatever answers and webhooks said. */
  moneyTaken(): number {
    const paid = this.ledger.all().filter(({ status }) => status === 'SUCCESSFUL');
    return paid.reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Every webhook that was sent and how it was answered. */
  deliveries(): WebhookDelivery[] {
    return this.#courier.deliveries();
  }

  override reset(): void {
    super.reset();
    this.#courier.reset();
    this.#misreports.clear();
    this.ledger.reset();
  }

  /** Stops the clock, lets go of connections and puts the books on disk. */
  async close(): Promise<void> {
    this.faults.reset();
    this.#courier.reset();
    await this.ledger.close();
  }

  /** Enters an accepted order in the books and sends the prompt. */
  protected open(payment: Payment): Promise<Payment> {
    return this.ledger.open(payment, this.switches.webhook === 'before-answer');
  }

  /** Sends what the switch asks for; resolves when all is delivered or given up. */
  async #announce(payment: Payment): Promise<void> {
    if (!this.isCalledBack(payment)) return;
    const mode: WebhookMode<Bent> = this.switches.webhook;
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
        await this.#deliver(payment, this.bent(payment)[mode]);
    }
  }

  #deliver(payment: Payment, changes?: Changes): Promise<WebhookDelivery> {
    return this.#courier.deliver(payment.reference, () => this.webhookOf(payment, changes));
  }

  protected known(reference: string): Payment {
    const payment = this.ledger.find(reference);
    if (!payment) throw new Error(`no transaction ${reference}`);
    return payment;
  }
}

/** What a forger would make of a payment's status. */
export const oppositeOf = ({ status }: Pick<WalletPayment, 'status'>) =>
  status === 'SUCCESSFUL' ? ('FAILED' as const) : ('SUCCESSFUL' as const);
