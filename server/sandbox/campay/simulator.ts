import type { SandboxLogger } from '../logger';
import type { Phone, Prompt } from '../phone/phone';
import { AccessTokens } from './access';
import { type Endpoint, type Fault, Faults } from './faults';
import { CampayLedger, PROVIDER } from './ledger';
import {
  type CampayDelays,
  type CampaySwitches,
  DEFAULT_DELAYS,
  DEFAULT_SWITCHES,
} from './switches';
import type { CampayTransaction } from './transaction';
import {
  type WebhookChanges,
  type WebhookDelivery,
  type WebhookRequest,
  WebhookSender,
} from './webhooks';

interface CampaySimulatorOptions {
  appUrl: () => string;
  merchant: string;
  stateFile: string | null;
  logger: SandboxLogger;
  phone: Phone;
  delays?: Partial<CampayDelays>;
}

/**
 * The provider, as seen by whoever runs it: tests turn its switches, make it fail and compare its
 * books with ours. What the application sees of it is in `routes.ts`.
 */
export class CampaySimulator {
  readonly ledger: CampayLedger;
  readonly tokens: AccessTokens;
  readonly faults = new Faults();
  readonly #phone: Phone;
  readonly #webhooks: WebhookSender;
  readonly #calls = new Map<Endpoint, number>();
  #switches: CampaySwitches = { ...DEFAULT_SWITCHES };

  /** The application's name in the provider's dashboard. */
  readonly application: string;

  constructor({ appUrl, merchant, stateFile, logger, phone, delays }: CampaySimulatorOptions) {
    const allDelays = { ...DEFAULT_DELAYS, ...delays };
    this.application = merchant;
    this.#phone = phone;
    this.tokens = new AccessTokens(allDelays.tokenLifetimeMs);
    this.#webhooks = new WebhookSender({
      appUrl,
      application: merchant,
      timeoutMs: allDelays.webhookTimeoutMs,
      logger,
    });
    this.ledger = new CampayLedger({
      phone,
      delays: allDelays,
      merchant,
      stateFile,
      logger,
      announce: (transaction) => this.#webhooks.announce(transaction, this.#switches),
    });
  }

  get switches(): Readonly<CampaySwitches> {
    return this.#switches;
  }

  /** Turns some switches; they stay until turned again or `reset()`. */
  configure(changes: Partial<CampaySwitches>): void {
    this.#switches = { ...this.#switches, ...changes };
  }

  /** Spoils the next call (or the next few) of an endpoint. */
  failNext(endpoint: Endpoint, fault: Fault, times = 1): void {
    this.faults.add(endpoint, fault, times);
  }

  /** Prompts on the phones now, newest first; numbers that act by themselves show none. */
  prompts(): Prompt[] {
    return this.#phone.prompts().filter((prompt) => prompt.provider === PROVIDER);
  }

  /** The payer enters the PIN. Resolves when the webhook is delivered or given up. */
  approve(reference: string): Promise<void> {
    return this.ledger.approve(reference);
  }

  /** The payer refuses; any other reason for a failure goes the same way. */
  decline(reference: string, reason?: string): Promise<void> {
    return this.ledger.decline(reference, reason);
  }

  /** A failed payment turns out to have been taken. */
  payLate(reference: string): Promise<void> {
    return this.ledger.payLate(reference);
  }

  /** Every payment, oldest first; copies, so that changing them changes nothing. */
  transactions(): CampayTransaction[] {
    return structuredClone(this.ledger.all());
  }

  /** A webhook of this payment as it stands, or bent, not sent: for tests that send it their way. */
  webhookFor(reference: string, changes?: WebhookChanges): Promise<WebhookRequest> {
    return this.#webhooks.build(this.#known(reference), this.#switches, changes);
  }

  /** Sends a webhook of this payment as it stands, or bent, whatever its status. */
  sendWebhook(reference: string, changes?: WebhookChanges): Promise<WebhookDelivery> {
    return this.#webhooks.send(this.#known(reference), this.#switches, changes);
  }

  /** Every webhook that was sent and how it was answered. */
  deliveries(): WebhookDelivery[] {
    return this.#webhooks.deliveries();
  }

  countCall(endpoint: Endpoint): void {
    this.#calls.set(endpoint, this.callCount(endpoint) + 1);
  }

  /** How often an endpoint was called, spoilt and refused calls included. */
  callCount(endpoint: Endpoint): number {
    return this.#calls.get(endpoint) ?? 0;
  }

  expireTokens(): void {
    this.tokens.expireAll();
  }

  /** As new: no payments, prompts, faults or tokens, switches at their defaults. */
  reset(): void {
    this.#switches = { ...DEFAULT_SWITCHES };
    this.#calls.clear();
    this.faults.reset();
    this.tokens.expireAll();
    this.#webhooks.reset();
    this.ledger.reset();
  }

  /** Stops the clock, lets go of connections and puts the books on disk. */
  async close(): Promise<void> {
    this.faults.reset();
    this.#webhooks.reset();
    await this.ledger.close();
  }

  #known(reference: string): CampayTransaction {
    const transaction = this.ledger.find(reference);
    if (!transaction) throw new Error(`no transaction ${reference}`);
    return transaction;
  }
}
