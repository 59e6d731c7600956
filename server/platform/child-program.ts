import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { PROJECT_ROOT } from '#server/config/index';

interface ChildProgramOptions {
  /** Path of the program below `server/`, without its extension; the build has an entry for it. */
  program: string;
  /** Most time for one request, in ms; then the process is killed. */
  timeoutMs: number;
  /** After this time without a request, in ms, the process ends and returns its memory. */
  idleMs: number;
  /** Limit of the JavaScript heap, in MB; the process dies beyond it. Node's own limit by default. */
  heapMb?: number;
}

/** The process died, or did not respond in time: with these bytes, or for another reason. */
export class ChildProgramFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ChildProgramFailed';
  }
}

/**
 * A program in a process of its own, for work on foreign data that takes long or much memory: votes
 * do not wait for it, and it knows no secret. It starts with the first request and responds to one
 * at a time; one that dies or hangs is replaced.
 */
export class ChildProgram<Request extends object, Response> {
  readonly #options: ChildProgramOptions;
  readonly #turns = pLimit(1);
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ChildProgramOptions) {
    this.#options = options;
  }

  /**
   * Sends one message to the program, in turn, and returns the message it responds with.
   * @throws ChildProgramFailed
   */
  request(request: Request): Promise<Response> {
    return this.#turns(async () => {
      try {
        return await this.#send(request);
      } finally {
        this.#endWhenIdle();
      }
    });
  }

  /** Requests that wait for their turn. */
  get waiting(): number {
    return this.#turns.pendingCount;
  }

  async stop(): Promise<void> {
    this.#end('SIGKILL');
  }

  #end(signal: 'SIGTERM' | 'SIGKILL'): void {
    clearTimeout(this.#idle);
    this.#child?.kill(signal);
    this.#child = null;
  }

  #send(request: Request): Promise<Response> {
    clearTimeout(this.#idle);
    const child = this.#child ?? this.#start();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#end('SIGKILL');
        settle(() => reject(new ChildProgramFailed('The program took too long.')));
      }, this.#options.timeoutMs);
      const settle = (act: () => void) => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
        act();
      };
      const onMessage = (response: unknown) => settle(() => resolve(response as Response));
      const onExit = () => settle(() => reject(new ChildProgramFailed('The program ended.')));
      const onError = (error: Error) => settle(() => reject(error));
      child.on('message', onMessage).on('exit', onExit).on('error', onError);
      child.send(request, (error) => error && onError(error));
    });
  }

  #start(): ChildProcess {
    const { file, execArgv } = programFile(this.#options.program);
    const { heapMb } = this.#options;
    const child = fork(file, [], {
      cwd: PROJECT_ROOT,
      execArgv: [...execArgv, ...(heapMb ? [`--max-old-space-size=${heapMb}`] : [])],
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
    this.#idle = setTimeout(() => this.#end('SIGTERM'), this.#options.idleMs).unref();
  }
}

/** Returns the program's file: from the build, or from the sources by tsx. */
export function programFile(program: string): { file: string; execArgv: string[] } {
  const isSource = import.meta.url.endsWith('.ts');
  return isSource
    ? { file: join(PROJECT_ROOT, 'server', `${program}.ts`), execArgv: ['--import', 'tsx'] }
    : { file: join(PROJECT_ROOT, 'dist', 'server', `${program}.js`), execArgv: [] };
}
