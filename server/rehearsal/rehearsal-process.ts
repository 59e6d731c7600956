import { type ChildProcess, fork } from 'node:child_process';
import { PROJECT_ROOT } from '#server/config/index';
import { programFile } from '#server/platform/child-program';
import type { Logger } from '#server/platform/logger';
import { SingleFlight } from '#server/platform/single-flight';
import type { StartedMessage, StartMessage } from './start-message';

/** Longest start of the process, in ms, on a machine under full load. */
const STARTS_WITHIN_MS = 60_000;
/** How long it may take to stop, in ms; then it is killed. */
const STOPS_WITHIN_MS = 5_000;

/** The process of a rehearsal did not start; the message says why. */
export class RehearsalProcessError extends Error {
  override readonly name = 'RehearsalProcessError';
  /** True when another process of the rehearsal runs, or is starting. */
  readonly isTaken: boolean;

  constructor(message: string, isTaken = false) {
    super(message);
    this.isTaken = isTaken;
  }
}

/** The process in which a rehearsal runs. It ends with its rehearsal and with this process. */
export class RehearsalProcess {
  readonly #logger: Logger;
  readonly #starting = new SingleFlight<void>();
  #child: ChildProcess | null = null;
  /** Rehearsal of the child. */
  #runId: string | null = null;
  #isStopped = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * Starts the process unless this process has started it, and waits until it serves.
   * @throws RehearsalProcessError
   */
  start(message: StartMessage): Promise<void> {
    return this.#starting.do('', () => this.#start(message));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const child = this.#child;
    if (!child) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
    await exited;
    clearTimeout(timer);
  }

  async #start(message: StartMessage): Promise<void> {
    if (this.#isStopped) throw new RehearsalProcessError('the server stops');
    if (this.#child && this.#runId === message.runId) return;
    // That of an earlier rehearsal hangs.
    this.#child?.kill('SIGKILL');
    const { file, execArgv } = programFile('rehearse');
    const child = fork(file, [], {
      cwd: PROJECT_ROOT,
      execArgv: [...execArgv, '--max-old-space-size=512'],
      // Nothing of the configuration: the process knows no secret but the database's address.
      env: {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        NODE_ENV: process.env.NODE_ENV,
        MALLOC_TRIM_THRESHOLD_: '131072',
      },
    });
    this.#child = child;
    this.#runId = message.runId;
    child.once('exit', (code) => {
      if (this.#child === child) this.#child = null;
      this.#logger.info({ code }, 'the process of the rehearsal has ended');
    });
    const answer = await answerOf(child, message);
    if (answer.isReady) return;
    const { reason, isTaken } = answer;
    child.kill('SIGKILL');
    if (!isTaken) this.#logger.error({ reason }, 'the process of the rehearsal did not start');
    throw new RehearsalProcessError(reason, isTaken);
  }
}

function answerOf(child: ChildProcess, message: StartMessage): Promise<StartedMessage> {
  return new Promise((resolve) => {
    const fail = (reason: string) => resolve({ isReady: false, reason });
    const timer = setTimeout(() => fail('it took too long'), STARTS_WITHIN_MS);
    child.on('error', (error) => fail(error.message));
    child.once('exit', () => fail('it ended'));
    child.once('message', (answer: StartedMessage) => {
      clearTimeout(timer);
      resolve(answer);
    });
    child.send(message, (error) => error && fail(error.message));
  });
}
