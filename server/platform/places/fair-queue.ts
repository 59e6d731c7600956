import { type PlaceKind, Places } from './places';

interface FairQueueOptions {
  kind: PlaceKind;
  /** Most tasks that run at once. */
  atOnce: number;
  /** Most tasks that run or wait. */
  max: number;
  /** Most tasks of one asker that run or wait. */
  maxPerAsker: number;
}

/**
 * A queue in which those who ask take turns, however many tasks each of them has waiting: someone
 * with one task waits for at most one task of each other.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #places: Places;
  /** Waiting tasks by asker, in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Tasks that run or wait, by asker. */
  readonly #counts = new Map<string, number>();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#places = new Places(options.kind, options.max);
  }

  /** @returns null, without starting, when too many tasks of this asker, or in total, are waiting */
  run<T>(asker: string, work: () => Promise<T>): Promise<T> | null {
    const count = this.#counts.get(asker) ?? 0;
    if (count >= this.#options.maxPerAsker || !this.#places.take()) return null;
    this.#counts.set(asker, count + 1);
    return this.#turnOf(asker)
      .then(work)
      .finally(() => this.#end(asker));
  }

  #turnOf(asker: string): Promise<void> {
    if (this.#running < this.#options.atOnce) {
      this.#running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(asker);
      if (waiting) waiting.push(resolve);
      else this.#waiting.set(asker, [resolve]);
    });
  }

  #end(asker: string): void {
    this.#places.giveBack();
    const count = (this.#counts.get(asker) ?? 1) - 1;
    if (count > 0) this.#counts.set(asker, count);
    else this.#counts.delete(asker);
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [nextAsker, waiting] = next;
    // Moved to the end of the turns.
    this.#waiting.delete(nextAsker);
    const start = waiting.shift();
    if (waiting.length > 0) this.#waiting.set(nextAsker, waiting);
    start?.();
  }
}
