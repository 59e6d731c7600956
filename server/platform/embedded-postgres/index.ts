import { access, constants, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { acquireLock, LockHeldError } from '../process-lock.mjs';
import { findBinaries } from './binaries';
import {
  clusterDataDir,
  clusterHome,
  clusterPassword,
  DATABASE_USER,
  openCluster,
} from './cluster';
import { EmbeddedPostgresError } from './error';
import { readyPort, startPostmaster, stopLeftover } from './postmaster';

export { EmbeddedPostgresError };

interface Logger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface EmbeddedPostgresOptions {
  /** Data directory; created if missing, used by one process at a time. */
  dataDir: string;
  logger: Logger;
  /** Defaults to a free port at each start. */
  port?: number;
  /** False trades durability in a power cut for speed, as in tests. */
  durable?: boolean;
  /** Aborts a start in progress: whatever already runs is stopped before the promise rejects. */
  signal?: AbortSignal;
}

export interface EmbeddedPostgres {
  url: string;
  port: number;
  pid: number;
  /**
   * Stops the server and frees the data directory. Call again with `immediate` to speed it up: the
   * server then exits at once and replays its log at the next start; no committed data is lost.
   */
  stop(options?: { immediate?: boolean }): Promise<void>;
}

/**
 * Starts a PostgreSQL server as a child process listening on 127.0.0.1. First cleans up whatever a
 * killed run left in the data directory.
 * @throws EmbeddedPostgresError with a sentence for the user, or the signal's reason
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { logger, port, durable = true, signal } = options;
  const dataDir = path.resolve(options.dataDir);
  const lock = await lockDataDirectory(dataDir);
  try {
    const binaries = await findBinaries();
    const cluster = await openCluster({
      parent: dataDir,
      binaries,
      durable,
      signal,
      onCreate: () =>
        logger.info(
          'Setting up the database, only this once: seconds on most machines, minutes on a slow one.',
        ),
    });
    if (await stopLeftover(cluster.dataDir)) {
      logger.warn('Stopped the database that an earlier, killed run had left behind.');
    }
    const postmaster = await startPostmaster({ cluster, binaries, port, durable, signal });
    const urlOf = (database: string) => databaseUrl(cluster.password, postmaster.port, database);
    try {
      await ensureDatabase(urlOf('postgres'));
    } catch (error) {
      await postmaster.stop();
      throw error;
    }
    let isStopping = false;
    const released = postmaster.exited.then(async () => {
      if (!isStopping) logger.error(`The database stopped by itself; see ${cluster.logFile}.`);
      await lock.release();
    });
    return {
      url: urlOf(DATABASE_USER),
      port: postmaster.port,
      pid: postmaster.pid,
      async stop(stopOptions) {
        isStopping = true;
        await postmaster.stop(stopOptions);
        await released;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Finds the server that a running application uses in `dataDir`, for commands run beside it.
 * @returns its address, or null when none runs there
 */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const port = await readyPort(clusterDataDir(dataDir)).catch(() => null);
  if (port === null) return null;
  return databaseUrl(await clusterPassword(clusterHome(dataDir)), port, DATABASE_USER);
}

const databaseUrl = (password: string, port: number, database: string) =>
  `postgres://${DATABASE_USER}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;

/**
 * Removes a data directory, and stops the server that a killed run may have left in it.
 * @throws EmbeddedPostgresError when a running process uses it
 */
export async function discardEmbeddedPostgres(dataDir: string): Promise<void> {
  const lock = await lockDataDirectory(dataDir);
  try {
    await stopLeftover(clusterDataDir(dataDir));
    await rm(dataDir, { recursive: true, force: true });
  } finally {
    await lock.release();
  }
}

async function lockDataDirectory(dataDir: string) {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The data directory ${dataDir} cannot be written. Change its owner, or set DATA_DIR.`,
      { cause },
    );
  }
  try {
    return await acquireLock(path.join(dataDir, 'instance.lock'));
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    throw new EmbeddedPostgresError(
      `Another Festival Awards is already running on ${dataDir} (process ${error.pid}). Stop it, or set DATA_DIR.`,
    );
  }
}

async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  const client = new Client({ connectionString: maintenanceUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      DATABASE_USER,
    ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_USER}`);
  } finally {
    await client.end();
  }
}
