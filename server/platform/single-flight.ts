/** Shares one run of a task among concurrent callers with the same key. */
export class SingleFlight<Result> {
  readonly #underWay = new Map<string, Promise<Result>>();

  /** @param key identifies the task exactly */
  do(key: string, work: () => Promise<Result>): Promise<Result> {
    const joined = this.#underWay.get(key);
    if (joined) return joined;
    const started = work().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, started);
    return started;
  }
}
