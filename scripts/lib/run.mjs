import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** A program that the project installed. @param {string} name */
export const installed = (name) => path.join(ROOT, 'node_modules', '.bin', name);

/** The user pressed Ctrl-C, or something asked us to end. */
export class InterruptedError extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`Interrupted by ${signal}`);
    this.name = 'InterruptedError';
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Runs a program to its end, in the project's root.
 *
 * It gets a process group of its own and each signal exactly once: under npm a Ctrl-C arrives here
 * twice, from the terminal and from npm, and many programs take the second as "drop everything".
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] quiet keeps what it prints
 * @returns {Promise<{ code: number, output: string }>} output is empty unless quiet
 * @throws {InterruptedError} once it ended, if it was interrupted
 */
export async function run(command, args, { env = process.env, quiet = false } = {}) {
  const stdio = quiet ? 'pipe' : 'inherit';
  const child = spawn(command, args, {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', stdio, stdio],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });

  /** @type {Set<NodeJS.Signals>} */
  const signals = new Set();
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    if (signals.has(signal) || child.pid === undefined) return;
    signals.add(signal);
    process.kill(-child.pid, signal);
  };
  process.on('SIGINT', forward);
  process.on('SIGTERM', forward);
  try {
    const [code] = await once(child, 'close');
    const [signal] = signals;
    if (signal) throw new InterruptedError(signal);
    return { code: code ?? 1, output };
  } catch (error) {
    if (error instanceof InterruptedError) throw error;
    return { code: 127, output: `${command} could not be started: ${error}` };
  } finally {
    process.off('SIGINT', forward);
    process.off('SIGTERM', forward);
  }
}

/**
 * Runs a script's main function; its result is the exit code, and an interruption a quiet end.
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
    process.exitCode = error.exitCode;
  }
}
