/** Shares one run of a task among concurrent callers with the same key. */
export class SingleFlight<Result> {
  readonly #inFlight = new Map<string, Promise<Result>>();

  /** @param key identifies the task exactly */
  do(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#inFlight.get(key);
    if (running) return running;
    const started = work().finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, started);
    return started;
  }
}
