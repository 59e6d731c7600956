import type { Logger } from './logger';

/** Work that goes on after its request was answered; the shutdown waits for it. */
export class BackgroundTasks {
  readonly #logger: Logger;
  readonly #running = new Set<Promise<void>>();
  readonly #waiting = new Set<NodeJS.Timeout>();

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

  /** Starts `task` after a while, unless the process stops before: for what may be left undone. */
  runLater(name: string, afterMs: number, task: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      this.run(name, task);
    }, afterMs);
    this.#waiting.add(timer);
  }

  /** Nothing that waits for its time is started any more; resolves once nothing is running. */
  async stop(): Promise<void> {
    for (const timer of this.#waiting) clearTimeout(timer);
    this.#waiting.clear();
    await this.idle();
  }

  /** Resolves once nothing is running, including what was started while waiting. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
