import pLimit, { type LimitFunction } from 'p-limit';
import { Places } from '#server/platform/places/index';

/** Most concurrent fetches: each may hold 5 MB and a decoded picture in memory. */
const MAX_AT_ONCE = 24;
/**
 * Most concurrent fetches from one host, as a browser would make, so that a slow host cannot occupy
 * all of them.
 */
const MAX_AT_ONE_HOST = 6;
/** Running or waiting; all pictures of a category of a hundred nominees may be on one host. */
const MAX_FOR_HOST = 100;
const MAX_TOTAL = 400;

interface WaitingForHost {
  slots: LimitFunction;
  /** Running or waiting. */
  count: number;
}

/** Queue of pictures to be fetched from other hosts. */
export class HostQueue {
  readonly #slots = pLimit(MAX_AT_ONCE);
  readonly #byHost = new Map<string, WaitingForHost>();
  readonly #places = new Places('remote-photographs', MAX_TOTAL);

  /** @returns null, without starting, when too many are waiting for this host or in total */
  run<T>(host: string, work: () => Promise<T>): Promise<T> | null {
    const queue = this.#byHost.get(host) ?? { slots: pLimit(MAX_AT_ONE_HOST), count: 0 };
    if (queue.count === MAX_FOR_HOST || !this.#places.take()) return null;
    this.#byHost.set(host, queue);
    queue.count++;
    return queue
      .slots(() => this.#slots(work))
      .finally(() => {
        this.#places.giveBack();
        queue.count--;
        if (queue.count === 0) this.#byHost.delete(host);
      });
  }
}
