import { z } from 'zod';
import type { SandboxLogger } from '#sandbox/logger';
import { Journal } from './journal';
import {
  type Challenge,
  type Charge,
  challengeSchema,
  chargeSchema,
  type Dispute,
  disputeSchema,
  eventSchema,
  type PaymentIntent,
  paymentIntentSchema,
  type Refund,
  refundSchema,
} from './objects';

/** An event and the state of its delivery to the application. */
const announcementSchema = z.object({
  id: z.string(),
  object: z.literal('announcement'),
  event: eventSchema,
  /** `none`: the application does not subscribe to this type. */
  delivery: z.enum(['due', 'delivered', 'given-up', 'lost', 'none']),
});

/** The first response for an idempotency key. */
const answerSchema = z.object({
  /** The key. */
  id: z.string(),
  object: z.literal('answer'),
  /** Fingerprint of the call; another call with the same key is an error. */
  fingerprint: z.string(),
  status: z.int(),
  body: z.unknown(),
  requestId: z.string(),
  /** Epoch ms. */
  at: z.number(),
});

const recordSchema = z.discriminatedUnion('object', [
  paymentIntentSchema,
  chargeSchema,
  refundSchema,
  disputeSchema,
  challengeSchema,
  announcementSchema,
  answerSchema,
]);

export type Announcement = z.infer<typeof announcementSchema>;
export type StoredResponse = z.infer<typeof answerSchema>;
type StoredRecord = z.infer<typeof recordSchema>;

/** How long the provider stores an idempotency key, in ms. */
const KEY_RETENTION_MS = 24 * 3_600_000;

/**
 * All records of the provider. Records are never changed, only replaced, and the changes of a call
 * are written to disk as one line before its response.
 */
export class RecordStore {
  readonly intents = new Map<string, PaymentIntent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly challenges = new Map<string, Challenge>();
  readonly announcements = new Map<string, Announcement>();
  readonly answers = new Map<string, StoredResponse>();
  readonly #journal: Journal<StoredRecord[]> | null;
  #batch: StoredRecord[] | null = null;

  constructor(stateFile: string | null, logger: SandboxLogger) {
    this.#journal =
      stateFile === null
        ? null
        : new Journal({ path: stateFile, schema: z.array(recordSchema), logger });
    for (const record of this.#journal?.read().flat() ?? []) this.#store(record);
    this.#removeExpiredAnswers();
    this.#journal?.rewrite(this.#all().map((record) => [record]));
  }

  put(...records: StoredRecord[]): void {
    for (const record of records) this.#store(record);
    if (this.#batch === null) this.#journal?.append(records);
    else this.#batch.push(...records);
  }

  /**
   * Carries out a change of several records atomically: after a crash, either all are stored or
   * none. Returns the events among them besides the change's result.
   */
  batch<T>(change: () => T): { result: T; announcements: Announcement[] } {
    const batch: StoredRecord[] = [];
    this.#batch = batch;
    try {
      const result = change();
      const isEvent = (record: StoredRecord) => record.object === 'announcement';
      return { result, announcements: batch.filter(isEvent) };
    } finally {
      this.#batch = null;
      if (batch.length > 0) this.#journal?.append(batch);
    }
  }

  /** Returns the first response for this key, while the provider stores it. */
  answerTo(key: string): StoredResponse | null {
    this.#removeExpiredAnswers();
    return this.answers.get(key) ?? null;
  }

  clear(): void {
    for (const collection of this.#collections()) collection.clear();
    this.#journal?.rewrite([]);
  }

  close(): void {
    this.#journal?.close();
  }

  #store(record: StoredRecord): void {
    switch (record.object) {
      case 'payment_intent':
        this.intents.set(record.id, record);
        return;
      case 'charge':
        this.charges.set(record.id, record);
        return;
      case 'refund':
        this.refunds.set(record.id, record);
        return;
      case 'dispute':
        this.disputes.set(record.id, record);
        return;
      case 'challenge':
        this.challenges.set(record.id, record);
        return;
      case 'announcement':
        this.announcements.set(record.id, record);
        return;
      case 'answer':
        this.answers.set(record.id, record);
    }
  }

  /** Starts with the oldest, and stops at the first that has not expired. */
  #removeExpiredAnswers(): void {
    const since = Date.now() - KEY_RETENTION_MS;
    for (const { id, at } of this.answers.values()) {
      if (at >= since) return;
      this.answers.delete(id);
    }
  }

  #collections() {
    return [
      this.intents,
      this.charges,
      this.refunds,
      this.disputes,
      this.challenges,
      this.announcements,
      this.answers,
    ];
  }

  #all(): StoredRecord[] {
    return this.#collections().flatMap((collection): StoredRecord[] => [...collection.values()]);
  }
}
