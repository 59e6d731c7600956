import { execFile } from 'node:child_process';
import { open, readFile, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../free-port';
import { identify, isRunning } from '../process-lock.mjs';
import { launchAs } from './account';
import type { Binaries } from './binaries';
import type { Cluster } from './cluster';
import { EmbeddedPostgresError } from './error';
import { lastLogLines, type Program, startProgram } from './program';

const POLL_MS = 50;
/** How long a graceful stop request may take before the next, more forceful one, in ms. */
const TIMEOUT_MS = 60_000;

/** The server process of PostgreSQL, accepting connections. */
export interface Postmaster {
  pid: number;
  port: number;
  exited: Promise<void>;
  /** Stops the server: open transactions are rolled back, all committed data is kept. */
  stop(options?: { immediate?: boolean }): Promise<void>;
}

interface PostmasterOptions {
  cluster: Cluster;
  binaries: Binaries;
  /** The only acceptable port; undefined for any free one. */
  port: number | undefined;
  durable: boolean;
  signal: AbortSignal | undefined;
}

/** A failed start that may succeed when retried. */
class TransientStartError extends EmbeddedPostgresError {}

export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await tryToStart(options.port ?? (await freePort()), options);
    } catch (error) {
      const isFinal = !(error instanceof TransientStartError) || Date.now() > deadline;
      if (isFinal) throw error;
      await delay(POLL_MS);
    }
  }
}

async function tryToStart(
  port: number,
  { cluster, binaries, port: fixedPort, durable, signal }: PostmasterOptions,
): Promise<Postmaster> {
  signal?.throwIfAborted();
  const args = ['-D', cluster.dataDir, '-p', String(port), ...flags(durable)];
  const launch = await launchAs(cluster.account, binaries.postgres, args, [
    binaries.postgres,
    path.dirname(cluster.home),
  ]);
  // Removed, not truncated: root may have created it, and then its owner could not open it again.
  await rm(cluster.logFile, { force: true });
  const log = await open(cluster.logFile, 'wx', 0o600);
  const program = await startProgram(launch, cluster.home, log.fd).finally(() => log.close());
  while (program.isRunning && !(await isReady(cluster.dataDir, program.pid))) {
    if (signal?.aborted) {
      await stopProgram(program);
      signal.throwIfAborted();
    }
    await Promise.race([program.exited, delay(POLL_MS)]);
  }
  if (!program.isRunning) throw await explainFailure(cluster, fixedPort);
  return {
    pid: program.pid,
    port,
    exited: program.exited,
    stop: ({ immediate = false } = {}) => stopProgram(program, immediate),
  };
}

async function stopProgram(program: Program, immediate = false): Promise<void> {
  if (!program.isRunning) return;
  program.signal(immediate ? 'SIGQUIT' : 'SIGINT');
  const timer = setTimeout(() => program.signal('SIGQUIT'), TIMEOUT_MS);
  await program.exited;
  clearTimeout(timer);
}

/**
 * Server options: little memory, reachable only from this machine and only with the password.
 * `log_*` keep row values, and so names and phone numbers, out of the log file.
 */
function flags(durable: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '32MB',
    max_wal_size: '256MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    max_parallel_workers_per_gather: '0',
    io_method: 'sync',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function explainFailure(
  cluster: Cluster,
  fixedPort: number | undefined,
): Promise<EmbeddedPostgresError> {
  const log = await readFile(cluster.logFile, 'utf8');
  if (log.includes('could not create any TCP/IP sockets')) {
    return fixedPort === undefined
      ? new TransientStartError('PostgreSQL found no free port on 127.0.0.1.')
      : new EmbeddedPostgresError(
          `Port ${fixedPort}, configured for the database, is in use by another program.`,
        );
  }
  if (log.includes('pre-existing shared memory block')) {
    return new TransientStartError(
      `Processes of an earlier database server still use ${cluster.dataDir}. Stop them and start again.`,
    );
  }
  return new EmbeddedPostgresError(
    `PostgreSQL did not start. The end of ${cluster.logFile}:\n${await lastLogLines(cluster.logFile)}`,
  );
}

/**
 * postmaster.pid: process id, directory, start time, port, sockets, address, shared memory, status.
 */
async function readPidFile(dataDir: string) {
  const text = await readFile(pidFile(dataDir), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7] };
}

const pidFile = (dataDir: string) => path.join(dataDir, 'postmaster.pid');

/** @returns the port on which this directory's server accepts connections, or null */
export async function readyPort(dataDir: string): Promise<number | null> {
  const { pid, port, status } = await readPidFile(dataDir);
  const isAccepting = pid > 0 && status === 'ready' && (await isPostmasterOf(dataDir, pid));
  return isAccepting ? port : null;
}

async function isReady(dataDir: string, pid: number): Promise<boolean> {
  const found = await readPidFile(dataDir);
  return found.pid === pid && found.status === 'ready';
}

/**
 * Stops a server that a killed run left behind, and removes its pid file. PostgreSQL would assume a
 * running server as soon as another process has the number in that file, which is common in
 * containers.
 * @returns true when there was a server to stop
 */
export async function stopLeftover(dataDir: string): Promise<boolean> {
  const { pid } = await readPidFile(dataDir);
  const isLeftover = pid > 0 && (await isPostmasterOf(dataDir, pid));
  if (isLeftover) await stopByPid(pid);
  await rm(pidFile(dataDir), { force: true });
  return isLeftover;
}

async function stopByPid(pid: number): Promise<void> {
  const leftover = identify(pid);
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const deadline = Date.now() + TIMEOUT_MS;
    if (isRunning(leftover)) process.kill(pid, signal);
    while (isRunning(leftover) && Date.now() < deadline) await delay(POLL_MS);
  }
  if (isRunning(leftover)) {
    throw new EmbeddedPostgresError(
      `A database left over from an earlier run does not stop. End process ${pid} and start again.`,
    );
  }
}

async function isPostmasterOf(dataDir: string, pid: number): Promise<boolean> {
  const directory = await realpath(dataDir);
  if (process.platform === 'linux') {
    // The working directory of a postmaster is its data directory.
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    return name.trim() === 'postgres' && cwd === directory;
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(
    () => ({ stdout: '' }),
  );
  return stdout.includes('postgres') && stdout.includes(dataDir);
}
