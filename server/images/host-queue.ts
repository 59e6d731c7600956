import pLimit, { type LimitFunction } from 'p-limit';

/** Each may hold 5 MB and a decoded picture in memory. */
const MAX_AT_ONCE = 24;
/** A host that hangs takes no more of them; as many as a browser would ask one host for at once. */
const MAX_AT_ONE_HOST = 6;
/** Under way or waiting; a category of a hundred nominees may have all its pictures in one place. */
const MAX_FOR_HOST = 100;
const MAX_IN_ALL = 400;

interface HostLine {
  slots: LimitFunction;
  /** Under way or waiting. */
  count: number;
}

/** In which pictures of other hosts wait to be fetched. */
export class HostQueue {
  readonly #slots = pLimit(MAX_AT_ONCE);
  readonly #lines = new Map<string, HostLine>();
  #count = 0;

  /** @returns null, without having begun, when too many wait already for this host or in all */
  run<T>(host: string, work: () => Promise<T>): Promise<T> | null {
    const line = this.#lines.get(host) ?? { slots: pLimit(MAX_AT_ONE_HOST), count: 0 };
    if (this.#count === MAX_IN_ALL || line.count === MAX_FOR_HOST) return null;
    this.#lines.set(host, line);
    this.#count++;
    line.count++;
    return line
      .slots(() => this.#slots(work))
      .finally(() => {
        this.#count--;
        line.count--;
        if (line.count === 0) this.#lines.delete(host);
      });
  }
}
