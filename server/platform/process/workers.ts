import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../logger';
import type { Shutdown } from './shutdown';

/** One that does not live as long would be made again and again: the next one waits for a moment. */
const SHORT_LIFE_MS = 10_000;
const REST_MS = 1_000;

/**
 * Without the first a process keeps whatever memory pictures once took. Without the second it collects
 * no garbage until it has twice the memory it needs; an operator's own limit comes after ours, and wins.
 */
const WORKER_ENV = {
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: `--max-old-space-size=512 ${process.env.NODE_OPTIONS ?? ''}`,
};

/** Told to a worker beside which no other serves. */
const GOES_AHEAD = 'WORKER_GOES_AHEAD';

/**
 * Whether this process listens from its start on, to ask visitors to wait; a worker beside others
 * takes no visitors from them before it can serve them.
 */
export const goesAhead = (): boolean => cluster.isPrimary || process.env[GOES_AHEAD] === '1';

/** What a worker tells once it serves. */
interface Serving {
  port: number;
}

/** In a worker: it serves from now on. */
export const tellServing = (port: number): void => void process.send?.({ port } satisfies Serving);

const isServing = (message: unknown): message is Serving =>
  typeof message === 'object' && message !== null && 'port' in message;

interface Supervision {
  count: number;
  logger: Logger;
  shutdown: Shutdown;
  /** Once all of them serve. */
  onReady: (port: number) => void;
}

/**
 * Keeps as many workers alive as are wanted: this same program, each a whole server on the port that
 * they share. The first one goes ahead: what keeps it from starting is told once, and ends us all.
 */
export function superviseWorkers({ count, logger, shutdown, onReady }: Supervision): void {
  const { signal } = shutdown;
  const living = new Set<Worker>();
  const serving = new Set<Worker>();
  let hasAnyServed = false;
  let haveAllServed = false;

  const noteServing = (worker: Worker, port: number): void => {
    serving.add(worker);
    if (!hasAnyServed) {
      hasAnyServed = true;
      for (let i = 1; i < count; i++) hire();
    }
    if (!haveAllServed && serving.size === count) {
      haveAllServed = true;
      onReady(port);
    }
  };
  const hire = (): void => {
    const isAlone = serving.size === 0;
    const worker = cluster.fork({ ...WORKER_ENV, [GOES_AHEAD]: isAlone ? '1' : '0' });
    const bornAt = performance.now();
    living.add(worker);
    worker.on('message', (message) => {
      if (isServing(message)) noteServing(worker, message.port);
    });
    worker.once('exit', (code, killedBy) => {
      living.delete(worker);
      serving.delete(worker);
      if (signal.aborted) return;
      if (!hasAnyServed) return shutdown.begin(code || 1);
      const { pid } = worker.process;
      logger.error({ alarm: 'worker-died', pid, code, killedBy }, 'a worker died, another begins');
      void hireAfter(performance.now() - bornAt < SHORT_LIFE_MS ? REST_MS : 0);
    });
  };
  const hireAfter = async (restMs: number): Promise<void> => {
    await delay(restMs);
    if (!signal.aborted) hire();
  };

  shutdown.onStop('workers', async () => {
    // A second time, when somebody is impatient: they hurry too.
    await Promise.all(
      [...living].map((worker) => {
        const gone = new Promise((resolve) => worker.once('exit', resolve));
        worker.process.kill('SIGTERM');
        return gone;
      }),
    );
  });
  hire();
}
