const QUESTIONS = 6;

/** Six status calls per window and transaction, from all callers together. */
export class StatusLimit {
  readonly #windowMs: number;
  /** Times of the answered calls in the current window, oldest first; epoch ms. */
  readonly #answeredAt = new Map<string, number[]>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** @returns false when the limit is exceeded; such a call is not counted */
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
