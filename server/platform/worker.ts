import { setTimeout as delay } from 'node:timers/promises';

export interface Worker {
  /** Lets the present round end and starts no other. */
  stop(): Promise<void>;
}

interface WorkerOptions {
  /** One round of work; `stopping` is aborted once it should come to its end. */
  round: (stopping: AbortSignal) => Promise<unknown>;
  /** Between two rounds, in ms; asked after each. */
  restMs: () => number;
  /** A round that failed; the next one comes after the usual rest. */
  onError: (error: unknown) => void;
}

/** Repeats a round of work for as long as the process lives. */
export function startWorker({ round, restMs, onError }: WorkerOptions): Worker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async () => {
    while (!signal.aborted) {
      await round(signal).catch(onError);
      await delay(restMs(), undefined, { signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
