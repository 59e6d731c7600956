import { createHash } from 'node:crypto';
import { StripeApiError } from './api-error';
import type { Books, KeptAnswer } from './books';

/** The call that carries a key. */
export interface KeyedCall {
  key: string;
  /** Of everything that makes the call what it is. */
  fingerprint: string;
}

const KEY_LIMIT = 255;

/** The first answer to a key is the answer to every repeat of it. */
export class IdempotencyKeys {
  readonly #books: Books;
  readonly #running = new Set<string>();

  constructor(books: Books) {
    this.#books = books;
  }

  /**
   * @returns the kept answer, or null when the call is to be carried out (and then `finish`ed)
   * @throws the provider's refusal of a key that is in use or was used for another call
   */
  begin({ key, fingerprint }: KeyedCall): KeptAnswer | null {
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
    const kept = this.#books.answerTo(key);
    if (kept && kept.fingerprint !== fingerprint) {
      throw new StripeApiError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    if (!kept) this.#running.add(key);
    return kept;
  }

  keep(
    { key, fingerprint }: KeyedCall,
    answer: Pick<KeptAnswer, 'status' | 'body' | 'requestId'>,
  ): void {
    this.#books.put({ ...answer, id: key, object: 'answer', fingerprint, at: Date.now() });
  }

  finish({ key }: KeyedCall): void {
    this.#running.delete(key);
  }
}

/** Only the hash is kept: a body may hold a card number. */
export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64url');
}
