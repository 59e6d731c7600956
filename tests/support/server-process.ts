import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#server/platform/free-port';
import { builtProgram } from './built-program';

/** In ms: starting takes a second; this allows for a busy machine. */
const START_TIMEOUT_MS = 90_000;
/** Number of characters of the output that an error quotes. */
const QUOTED_CHARACTERS = 2_000;

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

interface ServerProcessOptions {
  env: Record<string, string>;
  /** Working directory: outside of the project, so that no developer's .env file is read. */
  directory: string;
}

/** The built application as an operator runs it, to be killed and restarted. */
export class ServerProcess {
  readonly port: number;
  readonly url: string;
  readonly #program: string;
  readonly #env: Record<string, string>;
  readonly #directory: string;
  #child: ChildProcess | null = null;
  #printed = '';
  /** Length of the output before the current start. */
  #printedBefore = 0;
  #isEnding = false;
  #readiness: Promise<boolean> | null = null;

  private constructor(program: string, port: number, { env, directory }: ServerProcessOptions) {
    this.#program = program;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#env = { ...env };
    this.#directory = directory;
  }

  /** Chooses a port for all starts of this server; starts nothing yet. */
  static async create(options: ServerProcessOptions): Promise<ServerProcess> {
    return new ServerProcess(builtProgram('index'), await freePort(), options);
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child !== null && child.exitCode === null && child.signalCode === null && !child.killed;
  }

  /** Null before the first start. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** The output of the current and earlier runs. */
  get printed(): string {
    return this.#printed;
  }

  /** Starts the server, also after a kill, on the same port; resolves once all workers serve. */
  async start(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      this.#spawn();
      if (await this.#becomesReady(deadline)) return;
      // Otherwise a server that starts too late, and its workers, would never exit.
      await this.kill();
      const last = this.#printed.slice(-QUOTED_CHARACTERS);
      // The port may still be in use for a moment after a kill.
      const isPassing = last.includes('is in use');
      if (!isPassing || Date.now() > deadline)
        throw new Error(`the server did not start:\n${last}`);
    }
  }

  /** Sets environment variables for the following starts. */
  set(env: Record<string, string>): void {
    Object.assign(this.#env, env);
  }

  /** `kill -9`: no handler runs, nothing is finished. Resolves when the process has exited. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops the server as an operator does. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /**
   * Sends one request on its own connection.
   * @returns null when there was no complete JSON response, so that the effect of the request is
   *   unknown
   * @throws when the server has exited without being stopped
   */
  async request(method: 'GET' | 'POST' | 'PATCH', url: string, options: RequestOptions = {}) {
    const { headers = {}, body } = options;
    this.#expectNoCrash();
    try {
      const response = await fetch(`${this.url}${url}`, {
        method,
        headers: { 'Content-Type': 'application/json', Connection: 'close', ...headers },
        signal: AbortSignal.timeout(START_TIMEOUT_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const answer: Answer = {
        status: response.status,
        headers: response.headers,
        body: JSON.parse(text),
      };
      return answer;
    } catch {
      return null;
    }
  }

  /** Concurrent callers share one readiness request. */
  isReady(): Promise<boolean> {
    this.#readiness ??= this.request('GET', '/api/health/ready')
      .then((answer) => answer?.status === 200)
      .finally(() => {
        this.#readiness = null;
      });
    return this.#readiness;
  }

  #spawn(): void {
    const child = spawn(process.execPath, [this.#program], {
      cwd: this.#directory,
      env: { PATH: process.env.PATH, NODE_ENV: 'test', PORT: String(this.port), ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const append = (chunk: Buffer) => {
      this.#printed += chunk.toString('utf8');
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    this.#isEnding = false;
    this.#printedBefore = this.#printed.length;
    this.#child = child;
  }

  #expectNoCrash(): void {
    if (this.#child === null || this.#isEnding || this.isRunning) return;
    throw new Error(`the server exited unexpectedly:\n${this.#printed.slice(-QUOTED_CHARACTERS)}`);
  }

  async #becomesReady(deadline: number): Promise<boolean> {
    while (this.isRunning && Date.now() < deadline) {
      // The first worker responds for a while before the others have started.
      const haveAllStarted = this.#printed.includes(' is ready\n', this.#printedBefore);
      if (haveAllStarted && (await this.isReady().catch(() => false))) return true;
      await delay(20);
    }
    return false;
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    this.#isEnding = true;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

interface RequestOptions {
  headers?: Record<string, string>;
  body?: object;
}
