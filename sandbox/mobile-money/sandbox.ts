import { type Fault, Faults } from '../faults';
import type { Phone, Prompt } from '../phone/phone';
import type { WalletLedger } from './ledger';
import type { WalletPayment } from './payment';
import type { WebhookCourier, WebhookDelivery } from './webhook-courier';

interface WalletSandboxOptions<Switches> {
  provider: string;
  phone: Phone;
  switches: Readonly<Switches>;
}

/**
 * A provider from the inside: tests turn its switches, make it fail and compare its books with
 * ours. What the application sees of it is in its own `routes.ts`.
 */
export abstract class WalletSandbox<
  Payment extends WalletPayment,
  Endpoint extends string,
  Switches extends object,
> {
  abstract readonly ledger: WalletLedger<Payment>;
  protected abstract readonly courier: WebhookCourier;
  readonly faults = new Faults<Endpoint>();
  readonly #options: WalletSandboxOptions<Switches>;
  readonly #calls = new Map<Endpoint, number>();
  #switches: Switches;

  constructor(options: WalletSandboxOptions<Switches>) {
    this.#options = options;
    this.#switches = { ...options.switches };
  }

  get switches(): Readonly<Switches> {
    return this.#switches;
  }

  /** Turns some switches; they stay until turned again or `reset()`. */
  configure(changes: Partial<Switches>): void {
    this.#switches = { ...this.#switches, ...changes };
  }

  /** Spoils the next call (or the next few) of an endpoint. */
  failNext(endpoint: Endpoint, fault: Fault, times = 1): void {
    this.faults.add(endpoint, fault, times);
  }

  /** Prompts on the phones now, newest first; numbers that act by themselves show none. */
  prompts(): Prompt[] {
    const { phone, provider } = this.#options;
    return phone.prompts().filter((prompt) => prompt.provider === provider);
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
    return this.courier.deliveries();
  }

  countCall(endpoint: Endpoint): void {
    this.#calls.set(endpoint, this.callCount(endpoint) + 1);
  }

  /** How often an endpoint was called, spoilt and refused calls included. */
  callCount(endpoint: Endpoint): number {
    return this.#calls.get(endpoint) ?? 0;
  }

  /** As new: no payments, prompts or faults, switches at their defaults. */
  reset(): void {
    this.#switches = { ...this.#options.switches };
    this.#calls.clear();
    this.faults.reset();
    this.courier.reset();
    this.ledger.reset();
  }

  /** Stops the clock, lets go of connections and puts the books on disk. */
  async close(): Promise<void> {
    this.faults.reset();
    this.courier.reset();
    await this.ledger.close();
  }

  protected known(reference: string): Payment {
    const payment = this.ledger.find(reference);
    if (!payment) throw new Error(`no transaction ${reference}`);
    return payment;
  }
}
