import type { Logger } from './logger';

/** Work that goes on after its request was answered; the shutdown waits for it. */
export class BackgroundTasks {
  readonly #logger: Logger;
  readonly #running = new Set<Promise<void>>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Starts `task`; a failure is logged under `name` and goes no further. */
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

  /** Resolves once nothing is running, including what was started while waiting. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
