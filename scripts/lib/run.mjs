import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** Path of a program installed by the project. @param {string} name */
export const installed = (name) => path.join(ROOT, 'node_modules', '.bin', name);

/** The user pressed Ctrl-C, or a signal asked us to end. */
class InterruptedError extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`Interrupted by ${signal}`);
    this.name = 'InterruptedError';
    this.exitCode = 128 + constants.signals[signal];
  }
}

const interruption = new AbortController();
/** Aborted when the script should end. */
export const interrupted = interruption.signal;

/** @type {Set<number>} */
const processGroups = new Set();

/**
 * Runs a script's main function; its result is the exit code, and an interruption ends it without
 * an error message.
 *
 * Every program that the script runs has its own process group and gets each signal exactly once:
 * under npm, a Ctrl-C arrives here twice, from the terminal and from npm, and many programs treat
 * the second one as "exit at once".
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    let isRepeated = false;
    process.on(signal, () => {
      if (isRepeated) return;
      isRepeated = true;
      interruption.abort(new InterruptedError(signal));
      for (const leader of processGroups) process.kill(-leader, signal);
    });
  }
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!interrupted.aborted) throw error;
    process.exitCode = interrupted.reason.exitCode;
  }
}

/**
 * Runs a program to its end, in the project's root.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] quiet captures the output
 * @returns {Promise<{ code: number, output: string }>} output is empty unless quiet
 */
export async function run(command, args, { env = process.env, quiet = false } = {}) {
  interrupted.throwIfAborted();
  const stdio = quiet ? 'pipe' : 'inherit';
  const child = spawn(command, args, {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', stdio, stdio],
  });
  const leader = child.pid;
  if (leader === undefined) {
    const [error] = await once(child, 'error');
    return { code: 127, output: `${command} could not be started: ${error.message}` };
  }
  processGroups.add(leader);
  child.once('exit', () => processGroups.delete(leader));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  interrupted.throwIfAborted();
  return { code: code ?? 1, output };
}

/**
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  // Under npm, this is the npm that started the script. It need not be the first on the PATH.
  const cli = process.env.npm_execpath;
  return cli?.endsWith('npm-cli.js')
    ? run(process.execPath, [cli, ...args], options)
    : run('npm', args, options);
}
