import { createHash } from 'node:crypto';
import { StripeApiError } from './api-error';
import type { RecordStore, StoredResponse } from './books';

/** A call with an idempotency key. */
export interface KeyedCall {
  key: string;
  /** Hash of everything that identifies the call. */
  fingerprint: string;
}

const KEY_LIMIT = 255;

/** Repeats of a key get its first response. */
export class IdempotencyKeys {
  readonly #records: RecordStore;
  readonly #running = new Set<string>();

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /**
   * @returns the stored response, or null when the call must be carried out (and then `finish`ed)
   * @throws the provider's refusal of a key that is in use or was used for another call
   */
  begin({ key, fingerprint }: KeyedCall): StoredResponse | null {
    if (key.length > KEY_LIMIT) {
      throw new StripeApiError(400, {
        type: 'invalid_request_error',
        message: `Idempotency keys can have up to ${KEY_LIMIT} characters.`,
      });
    }
    if (this.#running.has(key)) {
      throw new StripeApiError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
      });
    }
    const stored = this.#records.answerTo(key);
    if (stored && stored.fingerprint !== fingerprint) {
      throw new StripeApiError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    if (!stored) this.#running.add(key);
    return stored;
  }

  store(
    { key, fingerprint }: KeyedCall,
    answer: Pick<StoredResponse, 'status' | 'body' | 'requestId'>,
  ): void {
    this.#records.put({ ...answer, id: key, object: 'answer', fingerprint, at: Date.now() });
  }

  finish({ key }: KeyedCall): void {
    this.#running.delete(key);
  }
}

/** Only the hash is stored: a body may contain a card number. */
export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64url');
}
