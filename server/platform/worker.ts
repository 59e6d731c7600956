import { setTimeout as delay } from 'node:timers/promises';

export interface Worker {
  /** Lets the current round end and starts no other. */
  stop(): Promise<void>;
}

interface WorkerOptions {
  /** One round of work; `stopping` is aborted when it should end. */
  round: (stopping: AbortSignal) => Promise<unknown>;
  /** Pause between two rounds, in ms; called after each. */
  pauseMs: () => number;
  /** Called when a round fails; the next one follows after the usual pause. */
  onError: (error: unknown) => void;
}

/** Repeats a round of work for as long as the process runs. */
export function startWorker({ round, pauseMs, onError }: WorkerOptions): Worker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async () => {
    while (!signal.aborted) {
      await round(signal).catch(onError);
      await delay(pauseMs(), undefined, { signal }).catch(() => undefined);
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
