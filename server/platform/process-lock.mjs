import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * A process, distinguished from a later one with the same number.
 * @typedef {{ pid: number, startedAt: string }} ProcessIdentity
 */

/** A running process holds the lock. */
export class LockHeldError extends Error {
  /** @param {number} pid the process that holds it */
  constructor(pid) {
    super(`Locked by process ${pid}`);
    this.name = 'LockHeldError';
    this.pid = pid;
  }
}

/**
 * Takes a lock that ends with its holder: a lock file left by a killed process counts as free.
 * @param {string} file the lock file; its directory must exist
 * @returns {Promise<{ release(): Promise<void> }>}
 * @throws {LockHeldError} when a living process holds it, this one included
 */
export async function acquireLock(file) {
  const identity = JSON.stringify(identify(process.pid));
  const draft = `${file}.${process.pid}.${randomUUID()}`;
  await writeFile(draft, identity);
  try {
    // A hard link appears at once and complete, so no process reads a partial lock file.
    while (!(await appears(link(draft, file)))) {
      const found = await read(file);
      if (found === undefined) continue;
      const holder = runningHolder(found);
      if (holder) throw new LockHeldError(holder.pid);
      await clearStale(file, found, draft);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return {
    async release() {
      if ((await read(file)) === identity) await rm(file, { force: true });
    },
  };
}

/**
 * Removes a stale lock file. One process at a time: otherwise a second one, acting on an outdated
 * read, would remove the lock that the first one has just taken.
 * @param {string} file
 * @param {string} stale its content
 * @param {string} identity path of a file with our own identity
 */
async function clearStale(file, stale, identity) {
  const guard = `${file}.clearing`;
  if (await appears(link(identity, guard))) {
    if ((await read(file)) === stale) await rm(file, { force: true });
    await rm(guard, { force: true });
    return;
  }
  if (runningHolder((await read(guard)) ?? '')) await delay(5);
  else await rm(guard, { force: true });
}

/**
 * @param {number} pid
 * @returns {ProcessIdentity}
 */
export function identify(pid) {
  return { pid, startedAt: startOf(pid) ?? 'unknown' };
}

/**
 * True when exactly this process is still running (a zombie is not).
 * @param {ProcessIdentity} identity
 */
export function isRunning({ pid, startedAt }) {
  const start = startOf(pid);
  return start !== undefined && start === startedAt;
}

/**
 * Returns when a process started, in a form that is only good for comparison.
 * @param {number} pid
 * @returns {string | undefined} undefined when it is not running
 */
function startOf(pid) {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
}

/** @param {number} pid */
function startFromProc(pid) {
  try {
    // proc(5): after the name in parentheses, which may contain any character, come state (field 3)
    // and starttime (field 22), in clock ticks since boot.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function startFromPs(pid) {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const [state = '', ...start] = line.split(/\s+/);
    return state === '' || state.startsWith('Z') ? undefined : start.join(' ');
  } catch {
    return undefined;
  }
}

/**
 * @param {string} text the content of a lock file
 * @returns {ProcessIdentity | undefined} its holder, if that is still running
 */
function runningHolder(text) {
  try {
    const { pid, startedAt } = JSON.parse(text);
    return isRunning({ pid, startedAt }) ? { pid, startedAt } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @returns {Promise<string | undefined>} undefined when there is none
 */
async function read(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * @param {Promise<void>} linking
 * @returns {Promise<boolean>} false when the name is taken
 */
async function appears(linking) {
  try {
    await linking;
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
