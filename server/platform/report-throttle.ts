/** Reports an event that may occur in floods: at once, then at most once per interval. */
export class ReportThrottle {
  readonly #everyMs: number;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #unreported = 0;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** @param report called with the number of occurrences since the last report */
  report(report: (times: number) => void): void {
    this.#unreported += 1;
    const now = performance.now();
    if (now - this.#reportedAt < this.#everyMs) return;
    report(this.#unreported);
    this.#unreported = 0;
    this.#reportedAt = now;
  }
}
