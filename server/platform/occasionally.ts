/** Says of something that may happen in floods that it does: at once, then once in a while. */
export class Occasionally {
  readonly #everyMs: number;
  #toldAt = Number.NEGATIVE_INFINITY;
  #untold = 0;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** @param tell is given how often it happened since the last time */
  tell(tell: (times: number) => void): void {
    this.#untold += 1;
    const now = performance.now();
    if (now - this.#toldAt < this.#everyMs) return;
    tell(this.#untold);
    this.#untold = 0;
    this.#toldAt = now;
  }
}
