import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxLogger } from '#sandbox/logger';
import { postWebhook, type WebhookRequest } from '#sandbox/post-webhook';
import type { Announcement, RecordStore } from './books';
import type { StripeEvent } from './objects';
import type { StripeDelays, StripeSwitches } from './switches';
import { signatureOf, type WebhookSignature } from './webhook-signature';

export interface WebhookChanges {
  signature?: WebhookSignature;
  /** The body to send; the signature is that of the correct body. */
  body?: string;
}

export interface WebhookDelivery {
  eventId: string;
  type: string;
  /** HTTP status of the application's response; null when none arrived in time. */
  httpStatus: number | null;
  /** Epoch ms. */
  at: number;
}

export type ReleaseOrder = 'as-happened' | 'reversed' | 'shuffled';

interface WebhookSenderOptions {
  appUrl: () => string;
  records: RecordStore;
  delays: StripeDelays;
  switches: () => Readonly<StripeSwitches>;
  logger: SandboxLogger;
}

/** Sends events to the application, at least once each, until it responds with a 2xx. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #work = new Set<Promise<void>>();
  #stopped = createStop();
  #held: Announcement[] = [];
  #deliveries: WebhookDelivery[] = [];

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /**
   * Resolves once each webhook was tried once; retries continue in the background. Never rejects.
   */
  async announce(announcements: readonly Announcement[]): Promise<void> {
    const due = announcements.filter(({ delivery }) => delivery === 'due');
    switch (this.#options.switches().webhooks) {
      case 'lost':
        for (const announcement of due) {
          this.#options.records.put({ ...announcement, delivery: 'lost' });
        }
        return;
      case 'held':
        this.#held.push(...due);
        return;
      case 'sent':
        await Promise.all(due.map((announcement) => this.#start(announcement)));
    }
  }

  /** Sends the held webhooks, one after the other. */
  async release(order: ReleaseOrder): Promise<void> {
    const held = inOrder(this.#held, order);
    this.#held = [];
    for (const announcement of held) await this.#start(announcement);
  }

  /** Sends an event once, whatever the switches, and returns the response. */
  async send(event: StripeEvent, changes: WebhookChanges = {}): Promise<WebhookDelivery> {
    const { delays, logger } = this.#options;
    const httpStatus = await postWebhook(() => this.build(event, changes), {
      timeoutMs: delays.webhookTimeoutMs,
      stopped: this.#stopped.signal,
      onFailure: (kind) =>
        logger.warn({ event: event.id, kind }, 'stripe webhook was not delivered'),
    });
    const delivery = { eventId: event.id, type: event.type, httpStatus, at: Date.now() };
    this.#deliveries.push(delivery);
    logger.info({ event: event.id, type: event.type, httpStatus }, 'stripe sandbox sent a webhook');
    return delivery;
  }

  build(event: StripeEvent, changes: WebhookChanges = {}): WebhookRequest {
    const payload = JSON.stringify(event, null, 2);
    const kind = changes.signature ?? this.#options.switches().webhookSignature;
    const signature = signatureOf(payload, kind);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0',
      ...(signature === null ? {} : { 'stripe-signature': signature }),
    };
    const url = `${this.#options.appUrl()}/api/webhooks/stripe`;
    return { url, init: { method: 'POST', headers, body: changes.body ?? payload } };
  }

  /** Every webhook sent, with its response. */
  deliveries(): WebhookDelivery[] {
    return [...this.#deliveries];
  }

  /** Resolves when nothing is in flight or waiting for a retry. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  /** Aborts current deliveries and forgets earlier ones. */
  reset(): void {
    this.#stopped.abort();
    this.#stopped = createStop();
    this.#held = [];
    this.#deliveries = [];
  }

  /** Resolves after the first try. */
  #start(announcement: Announcement): Promise<void> {
    return new Promise((onFirstTry) => {
      const work: Promise<void> = this.#deliver(announcement, onFirstTry)
        // Stopped in between: webhooks that were not delivered stay due.
        .catch(() => undefined)
        .finally(() => {
          this.#work.delete(work);
          onFirstTry();
        });
      this.#work.add(work);
    });
  }

  async #deliver(announcement: Announcement, onTry: () => void): Promise<void> {
    const { records, delays } = this.#options;
    const { signal } = this.#stopped;
    for (const afterMs of [0, ...delays.webhookRetriesMs]) {
      if (afterMs > 0) await wait(afterMs, undefined, { signal, ref: false });
      const isDelivered = await this.#sendCopies(announcement.event, signal);
      signal.throwIfAborted();
      if (isDelivered) {
        records.put({ ...announcement, delivery: 'delivered' });
        return;
      }
      onTry();
    }
    records.put({ ...announcement, delivery: 'given-up' });
  }

  async #sendCopies(event: StripeEvent, signal: AbortSignal): Promise<boolean> {
    const { webhookCopies, webhookSpreadMs } = this.#options.switches();
    const copies = Array.from({ length: webhookCopies }, async () => {
      if (webhookSpreadMs > 0) {
        await wait(Math.random() * webhookSpreadMs, undefined, { signal, ref: false });
      }
      return this.send(event);
    });
    const deliveries = await Promise.all(copies);
    return deliveries.some(({ httpStatus }) => isSuccess(httpStatus));
  }
}

/** Every webhook in flight adds a listener, hundreds at a time. */
function createStop(): AbortController {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  return stop;
}

/** A redirect counts as a failure. */
function isSuccess(httpStatus: number | null): boolean {
  return httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
}

function inOrder<T>(items: readonly T[], order: ReleaseOrder): T[] {
  switch (order) {
    case 'as-happened':
      return [...items];
    case 'reversed':
      return [...items].reverse();
    case 'shuffled':
      return items
        .map((item) => ({ item, sortKey: Math.random() }))
        .sort((a, b) => a.sortKey - b.sortKey)
        .map(({ item }) => item);
  }
}
