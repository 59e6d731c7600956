import type { SandboxLogger } from '#sandbox/logger';
import { postWebhook, type WebhookRequest } from '#sandbox/post-webhook';

export type { WebhookRequest };

export interface WebhookDelivery {
  reference: string;
  /** HTTP status of the application's response; null when none arrived in time. */
  httpStatus: number | null;
  at: number;
}

interface CourierOptions {
  provider: string;
  timeoutMs: number;
  logger: SandboxLogger;
}

/** Delivers webhooks to the application: each once, without a retry, whatever the response. */
export class WebhookCourier {
  readonly #options: CourierOptions;
  #inFlight = new AbortController();
  #deliveries: WebhookDelivery[] = [];

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  async deliver(
    reference: string,
    build: () => WebhookRequest | Promise<WebhookRequest>,
  ): Promise<WebhookDelivery> {
    const { provider, timeoutMs, logger } = this.#options;
    const httpStatus = await postWebhook(build, {
      timeoutMs,
      stopped: this.#inFlight.signal,
      onFailure: (kind) =>
        logger.warn({ reference, kind }, `${provider} webhook was not delivered`),
    });
    const delivery = { reference, httpStatus, at: Date.now() };
    this.#deliveries.push(delivery);
    logger.info({ reference, httpStatus }, `${provider} sandbox sent a webhook`);
    return delivery;
  }

  /** Every webhook sent, with its response. */
  deliveries(): WebhookDelivery[] {
    return [...this.#deliveries];
  }

  /** Aborts current deliveries and forgets earlier ones. */
  reset(): void {
    this.#inFlight.abort();
    this.#inFlight = new AbortController();
    this.#deliveries = [];
  }
}
