import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Call } from './operators';

/** Shortest interval between two requests for the keys, in ms, whatever callbacks name. */
const REFETCH_AFTER_MS = 60_000;
/** Age at which the keys are requested again, in ms, so that a withdrawn one is forgotten. */
const STALE_AFTER_MS = 24 * 60 * 60_000;

export type KeyLookup =
  | { outcome: 'found'; key: KeyObject }
  /** pawaPay has published no such key. */
  | { outcome: 'unknown' }
  /** The keys could not be read, so that nothing can be said. */
  | { outcome: 'unavailable' };

const publishedKeys = z.array(z.object({ id: z.string(), key: z.string() })).max(100);

/**
 * The public keys with which pawaPay signs callbacks, read from its own endpoint. A callback that
 * names an unknown key causes a new request, at most once a minute.
 */
export class CallbackKeys {
  readonly #call: Call;
  readonly #now: () => number;
  #keys: ReadonlyMap<string, KeyObject> | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  /** @param now monotonic time, in ms */
  constructor(call: Call, now: () => number = () => performance.now()) {
    this.#call = call;
    this.#now = now;
  }

  /** Never throws. */
  async find(id: string): Promise<KeyLookup> {
    const isStale = this.#now() - this.#readAt > STALE_AFTER_MS;
    if (isStale || !this.#keys?.has(id)) await this.#refresh();
    if (this.#keys === null) return { outcome: 'unavailable' };
    const key = this.#keys.get(id);
    return key ? { outcome: 'found', key } : { outcome: 'unknown' };
  }

  /** Requests the keys, unless that was done a moment ago; concurrent callers wait for one. */
  async #refresh(): Promise<void> {
    if (this.#reading === null && this.#now() - this.#askedAt < REFETCH_AFTER_MS) return;
    this.#askedAt = this.#reading === null ? this.#now() : this.#askedAt;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    const answer = await this.#call({ method: 'GET', path: '/v2/public-key/http', retries: 1 });
    const { data } = publishedKeys.safeParse(answer.status === 200 ? answer.body : null);
    if (!data) return;
    this.#keys = new Map(
      data.flatMap(({ id, key }) => {
        const parsed = parseKey(key);
        return parsed ? [[id, parsed] as const] : [];
      }),
    );
    this.#readAt = this.#now();
  }
}

function parseKey(pem: string): KeyObject | null {
  try {
    return createPublicKey(pem);
  } catch {
    return null;
  }
}
