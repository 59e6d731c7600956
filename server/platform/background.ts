import type { Logger } from './logger';

/** Tasks that continue after their request's response; the shutdown waits for them. */
export class BackgroundTasks {
  readonly #logger: Logger;
  readonly #running = new Set<Promise<void>>();
  readonly #delayed = new Set<NodeJS.Timeout>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Starts `task`; a failure is logged under `name` and not passed on. */
  run(name: string, task: () => Promise<unknown>): void {
    const running: Promise<void> = task()
      .then(
        () => undefined,
        (error: unknown) =>
          this.#logger.error({ err: error, task: name }, 'background task failed'),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Starts `task` after a delay unless the process stops first: for work that may be skipped. */
  runLater(name: string, afterMs: number, task: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      this.run(name, task);
    }, afterMs);
    this.#delayed.add(timer);
  }

  /** Cancels delayed tasks; resolves once nothing is running. */
  async stop(): Promise<void> {
    for (const timer of this.#delayed) clearTimeout(timer);
    this.#delayed.clear();
    await this.idle();
  }

  /** Resolves once nothing is running, including tasks started while waiting. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
