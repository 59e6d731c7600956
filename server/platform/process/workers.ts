import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../logger';
import type { Shutdown } from './shutdown';

/** A worker that lives for less, in ms, is restarted after a pause, to avoid a restart loop. */
const SHORT_LIFE_MS = 10_000;
const PAUSE_MS = 1_000;

/**
 * Without the first variable, a process keeps the peak memory of image processing. Without the
 * second, it collects no garbage until it has twice the memory it needs. A site operator's own
 * limit is appended after ours, and wins.
 */
const WORKER_ENV = {
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: `--max-old-space-size=512 ${process.env.NODE_OPTIONS ?? ''}`,
};

/** Set for a worker when no other worker serves yet. */
const FIRST_WORKER = 'WORKER_GOES_AHEAD';

/**
 * True when this process listens from its start on, to ask visitors to wait. A worker beside
 * serving ones accepts no visitors until it can serve them.
 */
export const isFirstWorker = (): boolean => cluster.isPrimary || process.env[FIRST_WORKER] === '1';

/** Message of a worker once it serves. */
interface ServingMessage {
  port: number;
}

/** Called in a worker: reports that it serves from now on. */
export const reportServing = (port: number): void =>
  void process.send?.({ port } satisfies ServingMessage);

const isServing = (message: unknown): message is ServingMessage =>
  typeof message === 'object' && message !== null && 'port' in message;

interface Supervision {
  count: number;
  logger: Logger;
  shutdown: Shutdown;
  /** Called once all workers serve. */
  onReady: (port: number) => void;
}

/**
 * Keeps the configured number of workers alive. Each runs this program as a complete server on a
 * shared port. The first one starts alone: an error that prevents its start is reported once and
 * ends all processes.
 */
export function superviseWorkers({ count, logger, shutdown, onReady }: Supervision): void {
  const { signal } = shutdown;
  const running = new Set<Worker>();
  const serving = new Set<Worker>();
  let hasAnyServed = false;
  let haveAllServed = false;

  const onServing = (worker: Worker, port: number): void => {
    serving.add(worker);
    if (!hasAnyServed) {
      hasAnyServed = true;
      for (let i = 1; i < count; i++) startWorker();
    }
    if (!haveAllServed && serving.size === count) {
      haveAllServed = true;
      onReady(port);
    }
  };
  const startWorker = (): void => {
    const isFirst = serving.size === 0;
    const worker = cluster.fork({ ...WORKER_ENV, [FIRST_WORKER]: isFirst ? '1' : '0' });
    const startedAt = performance.now();
    running.add(worker);
    worker.on('message', (message) => {
      if (isServing(message)) onServing(worker, message.port);
    });
    worker.once('exit', (code, killedBy) => {
      running.delete(worker);
      serving.delete(worker);
      if (signal.aborted) return;
      if (!hasAnyServed) return shutdown.begin(code || 1);
      const { pid } = worker.process;
      logger.error(
        { alarm: 'worker-died', pid, code, killedBy },
        'a worker died, another one is started',
      );
      void startWorkerAfter(performance.now() - startedAt < SHORT_LIFE_MS ? PAUSE_MS : 0);
    });
  };
  const startWorkerAfter = async (pauseMs: number): Promise<void> => {
    await delay(pauseMs);
    if (!signal.aborted) startWorker();
  };

  shutdown.onStop('workers', async () => {
    // A second signal speeds up the workers too.
    await Promise.all(
      [...running].map((worker) => {
        const exited = new Promise((resolve) => worker.once('exit', resolve));
        worker.process.kill('SIGTERM');
        return exited;
      }),
    );
  });
  startWorker();
}
