/** Reports an event that may occur in floods: at once, then at most once per interval. */
export class Occasionally {
  readonly #everyMs: number;
  #toldAt = Number.NEGATIVE_INFINITY;
  #untold = 0;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** @param tell receives how often it occurred since the last report */
  tell(tell: (times: number) => void): void {
    this.#untold += 1;
    const now = performance.now();
    if (now - this.#toldAt < this.#everyMs) return;
    tell(this.#untold);
    this.#untold = 0;
    this.#toldAt = now;
  }
}
