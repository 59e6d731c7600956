/** Several who want the same thing at the same moment wait for one who does it. */
export class SingleFlight<Result> {
  readonly #underWay = new Map<string, Promise<Result>>();

  /** @param key what they want, to the letter */
  do(key: string, work: () => Promise<Result>): Promise<Result> {
    const joined = this.#underWay.get(key);
    if (joined) return joined;
    const started = work().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, started);
    return started;
  }
}
