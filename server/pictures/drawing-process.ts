import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { PROJECT_ROOT } from '#server/config/index';
import type { Drawing } from './picture-spec';

/** Message to the process. */
export interface DrawingRequest {
  drawing: Drawing;
  photo: Buffer | null;
}

/** Message from the process. */
export type DrawingResult = { bytes: Uint8Array } | { error: string };

/** Most time that a drawing takes, in ms, on a machine under full load. */
const TIMEOUT_MS = 30_000;
/** After this time without a drawing, in ms, the process ends and returns its memory. */
const IDLE_MS = 60_000;

/**
 * Draws pictures in a process of their own, one at a time and with low priority, so that votes do
 * not wait for them. The process starts with the first drawing; one that dies or hangs is replaced.
 */
export class DrawingProcess {
  /** Processes of this kind on this machine, which share one core. */
  readonly #workers: number;
  readonly #turns = pLimit(1);
  #child: ChildProcess | null = null;
  /** When the next drawing may begin, by `performance.now()`. */
  #freeAt = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor({ workers }: { workers: number }) {
    this.#workers = workers;
  }

  /** @throws Error when the process died or did not respond in time */
  draw(drawing: Drawing, photo: Buffer | null): Promise<Buffer> {
    return this.#turns(async () => {
      await delay(Math.max(0, this.#freeAt - performance.now()));
      const startedAt = performance.now();
      try {
        return await this.#request({ drawing, photo });
      } finally {
        const now = performance.now();
        // Leaves the core to the others for as long as each of them may draw.
        this.#freeAt = now + (now - startedAt) * (this.#workers - 1);
        this.#endWhenIdle();
      }
    });
  }

  async stop(): Promise<void> {
    this.#end('SIGKILL');
  }

  #end(signal: 'SIGTERM' | 'SIGKILL'): void {
    clearTimeout(this.#idle);
    this.#child?.kill(signal);
    this.#child = null;
  }

  #request(request: DrawingRequest): Promise<Buffer> {
    clearTimeout(this.#idle);
    const child = this.#child ?? this.#start();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#end('SIGKILL');
        settle(() => reject(new Error('A drawing took too long.')));
      }, TIMEOUT_MS);
      const settle = (act: () => void) => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
        act();
      };
      const onMessage = (result: DrawingResult) =>
        settle(() =>
          'bytes' in result ? resolve(Buffer.from(result.bytes)) : reject(new Error(result.error)),
        );
      const onExit = () => settle(() => reject(new Error('The drawing process ended.')));
      const onError = (error: Error) => settle(() => reject(error));
      child.on('message', onMessage).on('exit', onExit).on('error', onError);
      child.send(request, (error) => error && onError(error));
    });
  }

  #start(): ChildProcess {
    const { file, execArgv } = programFile();
    const child = fork(file, [], {
      cwd: PROJECT_ROOT,
      execArgv,
      // Photographs are foreign data: the process that decodes them knows no secret.
      env: {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        MALLOC_TRIM_THRESHOLD_: '131072',
        UV_THREADPOOL_SIZE: '2',
      },
      serialization: 'advanced',
    });
    const forget = () => {
      if (this.#child === child) this.#child = null;
    };
    child.once('exit', forget).once('error', forget);
    // It ends when this process does, and does not keep it alive.
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }

  #endWhenIdle(): void {
    if (this.#turns.pendingCount > 0) return;
    this.#idle = setTimeout(() => this.#end('SIGTERM'), IDLE_MS).unref();
  }
}

/** Returns the program of the drawing process: from the build, or from the sources by tsx. */
function programFile(): { file: string; execArgv: string[] } {
  const isSource = import.meta.url.endsWith('.ts');
  return isSource
    ? {
        file: fileURLToPath(new URL('./drawing-program.ts', import.meta.url)),
        execArgv: ['--import', 'tsx'],
      }
    : {
        file: join(PROJECT_ROOT, 'dist', 'server', 'pictures', 'drawing-program.js'),
        execArgv: [],
      };
}
