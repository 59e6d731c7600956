const QUESTIONS = 6;

/** Six status questions per window and transaction, over all callers together. */
export class StatusLimit {
  readonly #windowMs: number;
  /** When the questions of the current window were answered, oldest first; epoch ms. */
  readonly #answeredAt = new Map<string, number[]>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** @returns false when it is one too many; such a question is not counted */
  admits(transId: string): boolean {
    const now = Date.now();
    const recent = (this.#answeredAt.get(transId) ?? []).filter((at) => at > now - this.#windowMs);
    if (recent.length >= QUESTIONS) return false;
    this.#answeredAt.set(transId, [...recent, now]);
    return true;
  }

  reset(): void {
    this.#answeredAt.clear();
  }
}
