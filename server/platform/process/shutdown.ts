import { setMaxListeners } from 'node:events';

type Step = (isUrgent: boolean) => Promise<void>;

/**
 * Runs the steps of a shutdown in reverse order, once. A second signal (an impatient Ctrl-C) stops
 * waiting for the graceful steps and makes every remaining one urgent, so that the database is
 * never left running.
 */
export class Shutdown {
  readonly #exit: (code: number) => void;
  readonly #steps: { name: string; run: Step }[] = [];
  readonly #stopping = new AbortController();
  readonly #urgent = new AbortController();

  constructor(exit: (code: number) => void) {
    this.#exit = exit;
    // Each step adds a listener while it runs.
    setMaxListeners(0, this.#urgent.signal);
  }

  /** Aborted at the first request to stop, so that a start in progress can end early. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Adds a step; `isUrgent` tells it not to wait for open requests. */
  onStop(name: string, run: Step): void {
    this.#steps.push({ name, run });
  }

  /** Starts the shutdown, or speeds up one in progress. Never throws. */
  begin(exitCode: number): void {
    if (this.#stopping.signal.aborted) {
      this.#urgent.abort();
      return;
    }
    this.#stopping.abort();
    void this.#runSteps(exitCode);
  }

  async #runSteps(exitCode: number): Promise<void> {
    let code = exitCode;
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await this.#run(step.run);
      } catch (error) {
        code = 1;
        process.stderr.write(`Stopping the ${step.name} failed: ${String(error)}\n`);
      }
    }
    this.#exit(code);
  }

  /** Runs a step; if the second signal arrives meanwhile, runs it again as urgent. */
  async #run(step: Step): Promise<void> {
    const { signal } = this.#urgent;
    if (signal.aborted) return step(true);
    const urgent = new Promise<'urgent'>((resolve) =>
      signal.addEventListener('abort', () => resolve('urgent'), { once: true }),
    );
    if ((await Promise.race([step(false), urgent])) === 'urgent') await step(true);
  }
}
