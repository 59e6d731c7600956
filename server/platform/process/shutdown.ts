import { setMaxListeners } from 'node:events';

type Step = (isUrgent: boolean) => Promise<void>;

/**
 * Undoes the start in reverse order, once. Asked a second time (an impatient Ctrl-C) it stops
 * waiting for the polite steps and makes every remaining one urgent, so that the database is never
 * left behind.
 */
export class Shutdown {
  readonly #exit: (code: number) => void;
  readonly #steps: { name: string; run: Step }[] = [];
  readonly #stopping = new AbortController();
  readonly #hurry = new AbortController();

  constructor(exit: (code: number) => void) {
    this.#exit = exit;
    // Each step listens while it runs.
    setMaxListeners(0, this.#hurry.signal);
  }

  /** Aborted at the first request to stop, so that a start under way can end early. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Adds what is to be undone; `isUrgent` tells the step not to wait for open requests. */
  onStop(name: string, run: Step): void {
    this.#steps.push({ name, run });
  }

  /** Starts to stop, or hurries a stop under way. Never throws. */
  begin(exitCode: number): void {
    if (this.#stopping.signal.aborted) {
      this.#hurry.abort();
      return;
    }
    this.#stopping.abort();
    void this.#undo(exitCode);
  }

  async #undo(exitCode: number): Promise<void> {
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

  /** A step that was begun politely is begun again urgently when the second signal comes. */
  async #run(step: Step): Promise<void> {
    const { signal } = this.#hurry;
    if (signal.aborted) return step(true);
    const hurried = new Promise<'hurried'>((resolve) =>
      signal.addEventListener('abort', () => resolve('hurried'), { once: true }),
    );
    if ((await Promise.race([step(false), hurried])) === 'hurried') await step(true);
  }
}
