import type { SandboxLogger } from '../logger';
import { reportOf } from './reports';
import { signatureOf, type WebhookSignature } from './signature';
import type { CampaySwitches } from './switches';
import type { CampayTransaction } from './transaction';

/** How a single webhook differs from the truth and from the dashboard's settings. */
export interface WebhookChanges {
  /** Laid over the fields of the transaction. */
  fields?: Readonly<Record<string, string | number | null>>;
  signature?: WebhookSignature;
  method?: 'GET' | 'POST';
}

/** A webhook as it goes over the wire; ready for `fetch(url, init)`. */
export interface WebhookRequest {
  url: string;
  init: { method: 'GET' | 'POST'; headers: Record<string, string>; body: string | null };
}

export interface WebhookDelivery {
  reference: string;
  method: 'GET' | 'POST';
  /** What the application answered; null when nobody answered in time. */
  httpStatus: number | null;
  at: number;
}

interface WebhookSenderOptions {
  appUrl: () => string;
  /** The application's name in the provider's dashboard; it stands in the token's header. */
  application: string;
  timeoutMs: number;
  logger: SandboxLogger;
}

/** Tells the application how payments ended: once, without a retry, whatever it answers. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  #inFlight = new AbortController();
  #deliveries: WebhookDelivery[] = [];

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** Sends what the current switches ask for; resolves when all is delivered or given up. */
  async announce(transaction: CampayTransaction, switches: CampaySwitches): Promise<void> {
    switch (switches.webhook) {
      case 'none':
        return;
      case 'once':
      case 'before-answer':
        await this.send(transaction, switches);
        return;
      case 'twice':
        await Promise.all([this.send(transaction, switches), this.send(transaction, switches)]);
        return;
      case 'forged':
        await this.send(transaction, switches, { signature: 'wrong-key' });
        return;
      case 'tampered': {
        const status = transaction.status === 'SUCCESSFUL' ? 'FAILED' : 'SUCCESSFUL';
        await this.send(transaction, switches, { fields: { status } });
      }
    }
  }

  async build(
    transaction: CampayTransaction,
    switches: CampaySwitches,
    changes: WebhookChanges = {},
  ): Promise<WebhookRequest> {
    const { appUrl, application } = this.#options;
    const { signature, ...unsigned } = reportOf(transaction, '', switches);
    const token = await signatureOf(changes.signature ?? 'valid', application);
    const fields = {
      ...unsigned,
      ...(token === null ? {} : { signature: token }),
      ...changes.fields,
    };
    const url = `${appUrl()}/api/webhooks/campay`;
    const method = changes.method ?? switches.webhookMethod;
    if (method === 'GET') {
      return { url: `${url}?${queryOf(fields)}`, init: { method, headers: {}, body: null } };
    }
    const headers = { 'content-type': 'application/json' };
    return { url, init: { method, headers, body: JSON.stringify(fields) } };
  }

  /** Never rejects: an application that is away misses the webhook, as it would in real life. */
  async send(
    transaction: CampayTransaction,
    switches: CampaySwitches,
    changes: WebhookChanges = {},
  ): Promise<WebhookDelivery> {
    const { logger } = this.#options;
    const { reference } = transaction;
    const method = changes.method ?? switches.webhookMethod;
    const httpStatus = await this.#deliver(transaction, switches, changes);
    const delivery = { reference, method, httpStatus, at: Date.now() };
    this.#deliveries.push(delivery);
    logger.info({ reference, method, httpStatus }, 'campay stand-in sent a webhook');
    return delivery;
  }

  deliveries(): WebhookDelivery[] {
    return [...this.#deliveries];
  }

  /** Gives up what is being delivered and forgets what was. */
  reset(): void {
    this.#inFlight.abort();
    this.#inFlight = new AbortController();
    this.#deliveries = [];
  }

  async #deliver(
    transaction: CampayTransaction,
    switches: CampaySwitches,
    changes: WebhookChanges,
  ): Promise<number | null> {
    const { timeoutMs, logger } = this.#options;
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#inFlight.signal]);
    try {
      const { url, init } = await this.build(transaction, switches, changes);
      const response = await fetch(url, { ...init, redirect: 'manual', signal });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      // Only the kind of error: its message may quote the URL, which carries a phone number.
      const kind = error instanceof Error ? error.name : 'unknown';
      logger.warn({ reference: transaction.reference, kind }, 'campay webhook was not delivered');
      return null;
    }
  }
}

/** On GET everything is text, and a null value is not there at all. */
function queryOf(fields: Readonly<Record<string, string | number | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null) query.set(name, String(value));
  }
  return query.toString();
}
