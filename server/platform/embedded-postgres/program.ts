import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Launch } from './account';
import { EmbeddedPostgresError } from './error';

/** Makes PostgreSQL's numbers and messages independent of the user's shell settings. */
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

export interface Program {
  readonly pid: number;
  readonly exited: Promise<void>;
  readonly exitCode: number | null;
  readonly isRunning: boolean;
  signal(name: 'SIGINT' | 'SIGQUIT'): void;
}

/**
 * Starts one of PostgreSQL's programs in a separate process group, because a terminal sends Ctrl-C
 * to the whole group, and only we decide when the database stops. It is stopped whenever this
 * process exits, except by kill -9.
 * @param output file descriptor that receives what the program prints
 */
export async function startProgram(launch: Launch, cwd: string, output: number): Promise<Program> {
  const child = spawn(launch.command, launch.args, {
    cwd,
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', output, output],
    ...launch.credentials,
  });
  const pid = await waitForSpawn(child, launch.command);
  let isStopping = false;
  const signal: Program['signal'] = (name) => {
    isStopping = true;
    child.kill(name);
  };
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  // An exit while it is already stopping means that the user is impatient: SIGQUIT ends PostgreSQL
  // at once, and the next start replays its log.
  const stopOnExit = () => signal(isStopping ? 'SIGQUIT' : 'SIGINT');
  process.on('exit', stopOnExit);
  const exited = isRunning() ? once(child, 'exit') : Promise.resolve();
  return {
    pid,
    exited: exited.then(() => void process.off('exit', stopOnExit)),
    get exitCode() {
      return child.exitCode;
    },
    get isRunning() {
      return isRunning();
    },
    signal,
  };
}

async function waitForSpawn(child: ChildProcess, command: string): Promise<number> {
  try {
    await once(child, 'spawn');
  } catch (cause) {
    throw new EmbeddedPostgresError(
      command === 'setpriv'
        ? 'PostgreSQL refuses to run as root, and its own account may not enter this directory. Move the project to one that every user may enter, or start as another user.'
        : `PostgreSQL could not be started: ${String(cause)}. Remove node_modules and start again.`,
      { cause },
    );
  }
  if (child.pid === undefined) throw new EmbeddedPostgresError(`${command} has no process id.`);
  return child.pid;
}

/** Returns the end of a program's output, which contains the reason for its failure. */
export async function lastLogLines(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n');
  return lines.slice(-5).join('\n');
}
