import type { SandboxLogger } from '../logger';

type WebhookMethod = 'GET' | 'POST' | 'PUT';

/** A webhook as it goes over the wire; ready for `fetch(url, init)`. */
export interface WebhookRequest {
  url: string;
  init: { method: WebhookMethod; headers: Record<string, string>; body: string | null };
}

export interface WebhookDelivery {
  reference: string;
  /** HTTP status of the application's answer; null when none came in time. */
  httpStatus: number | null;
  at: number;
}

interface CourierOptions {
  provider: string;
  timeoutMs: number;
  logger: SandboxLogger;
}

/** Carries webhooks to the application: each once, without a retry, whatever it answers. */
export class WebhookCourier {
  readonly #options: CourierOptions;
  #inFlight = new AbortController();
  #deliveries: WebhookDelivery[] = [];

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /**
   * Never rejects: an application that is away, or has no address yet, misses the webhook, as it
   * would in real life.
   */
  async deliver(
    reference: string,
    build: () => WebhookRequest | Promise<WebhookRequest>,
  ): Promise<WebhookDelivery> {
    const { provider, logger } = this.#options;
    const httpStatus = await this.#carry(reference, build);
    const delivery = { reference, httpStatus, at: Date.now() };
    this.#deliveries.push(delivery);
    logger.info({ reference, httpStatus }, `${provider} sandbox sent a webhook`);
    return delivery;
  }

  /** Every webhook that was sent and how it was answered. */
  deliveries(): WebhookDelivery[] {
    return [...this.#deliveries];
  }

  /** Gives up what is being delivered and forgets what was. */
  reset(): void {
    this.#inFlight.abort();
    this.#inFlight = new AbortController();
    this.#deliveries = [];
  }

  async #carry(
    reference: string,
    build: () => WebhookRequest | Promise<WebhookRequest>,
  ): Promise<number | null> {
    const { provider, timeoutMs, logger } = this.#options;
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#inFlight.signal]);
    try {
      const { url, init } = await build();
      const response = await fetch(url, { ...init, redirect: 'manual', signal });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      // Only the kind of error: its message may quote the URL, which can carry a phone number.
      const kind = error instanceof Error ? error.name : 'unknown';
      logger.warn({ reference, kind }, `${provider} webhook was not delivered`);
      return null;
    }
  }
}
