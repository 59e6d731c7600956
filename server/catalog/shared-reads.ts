interface Shared<Answer> {
  answer: Promise<Answer>;
  /** When the read began. */
  readAt: number;
}

/**
 * Reads of the public catalogue, each of which costs several queries, shared by all who want the same
 * within a moment: however many read a page, the database answers once.
 */
export class SharedReads {
  readonly #maxAgeMs: number;
  readonly #all: { clear(): void }[] = [];

  /** @param maxAgeMs how old an answer may be; 0 shares nothing */
  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs;
  }

  /** The same read, shared. A failure is shared by those alone who wait for it already. */
  share<Answer>(read: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
    const reads = new Map<string, Shared<Answer>>();
    this.#all.push(reads);
    return (key) => {
      // The oldest stand first.
      for (const [oldest, { readAt }] of reads) {
        if (this.#isFresh(readAt)) break;
        reads.delete(oldest);
      }
      const known = reads.get(key);
      if (known) return known.answer;
      const begun = { answer: read(key), readAt: Date.now() };
      reads.set(key, begun);
      begun.answer.catch(() => {
        if (reads.get(key) === begun) reads.delete(key);
      });
      return begun.answer;
    };
  }

  /** A change that its maker looks at next: what was read before it is shared no more. */
  async after<Result>(change: Promise<Result>): Promise<Result> {
    try {
      return await change;
    } finally {
      for (const reads of this.#all) reads.clear();
    }
  }

  /** Also after the clock was put back. */
  #isFresh = (readAt: number): boolean => Math.abs(Date.now() - readAt) < this.#maxAgeMs;
}
