import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Account, databaseAccount, type Launch, launchAs } from './account';
import type { Binaries } from './binaries';
import { EmbeddedPostgresError } from './error';
import { lastLogLines, startProgram } from './program';

/** The superuser of the cluster, and the name of its database. */
export const DATABASE_USER = 'festival';

/** The parts of an embedded database; everything in `home` belongs to `account`. */
export interface Cluster {
  home: string;
  dataDir: string;
  logFile: string;
  password: string;
  account: Account | undefined;
}

interface ClusterOptions {
  /** Directory that contains the cluster's directory. */
  parent: string;
  binaries: Binaries;
  durable: boolean;
  signal: AbortSignal | undefined;
  onCreate(): void;
}

export const clusterHome = (parent: string) => path.join(parent, 'postgres');
export const clusterDataDir = (parent: string) => path.join(clusterHome(parent), 'cluster');

/**
 * Finds the database cluster in `parent`, or creates it.
 * @throws EmbeddedPostgresError when it is of another major version or damaged
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const home = clusterHome(options.parent);
  const account = await databaseAccount(home);
  if (!(await exists(home))) {
    options.onCreate();
    await createCluster(home, account, options);
  }
  const dataDir = clusterDataDir(options.parent);
  const version = await readClusterFile(path.join(dataDir, 'PG_VERSION'), home);
  if (version !== options.binaries.majorVersion) {
    throw new EmbeddedPostgresError(
      `The database in ${home} was created by PostgreSQL ${version}, but this program includes PostgreSQL ${options.binaries.majorVersion}. Move that directory away, or set DATA_DIR, to start with an empty one.`,
    );
  }
  const password = await clusterPassword(home);
  return { home, dataDir, logFile: path.join(home, 'server.log'), password, account };
}

export const clusterPassword = (home: string) => readClusterFile(path.join(home, 'password'), home);

/**
 * Creates the cluster in a temporary folder and renames it when complete, so that an interrupted
 * attempt leaves no partial cluster.
 */
async function createCluster(
  home: string,
  account: Account | undefined,
  { parent, binaries, durable, signal }: ClusterOptions,
): Promise<void> {
  await discardDrafts(home);
  const draft = await mkdtemp(draftPrefix(home));
  try {
    const passwordFile = path.join(draft, 'password');
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (account) {
      await chown(draft, account.uid, account.gid);
      await chown(passwordFile, account.uid, account.gid);
    }
    const args = [
      `--pgdata=${path.join(draft, 'cluster')}`,
      `--username=${DATABASE_USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorts and compares case alike on every platform.
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=und',
      ...(durable ? [] : ['--no-sync']),
    ];
    const launch = await launchAs(account, binaries.initdb, args, [binaries.postgres, parent]);
    await runToEnd(launch, draft, signal);
    await rename(draft, home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function runToEnd(
  launch: Launch,
  draft: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  const logFile = path.join(draft, 'initdb.log');
  const log = await open(logFile, 'w');
  const program = await startProgram(launch, draft, log.fd).finally(() => log.close());
  const interrupt = () => program.signal('SIGINT');
  signal?.addEventListener('abort', interrupt);
  await program.exited;
  signal?.removeEventListener('abort', interrupt);
  signal?.throwIfAborted();
  if (program.exitCode !== 0) {
    throw new EmbeddedPostgresError(
      `The database could not be set up. PostgreSQL says:\n${await lastLogLines(logFile)}`,
    );
  }
  await rm(logFile);
}

const draftPrefix = (home: string) => `${home}.new-`;

/**
 * Removes interrupted attempts. One that was just killed may still be writing; then the next start
 * removes it.
 */
async function discardDrafts(home: string): Promise<void> {
  const siblings = await readdir(path.dirname(home));
  const drafts = siblings.filter((name) => name.startsWith(path.basename(draftPrefix(home))));
  const paths = drafts.map((name) => path.join(path.dirname(home), name));
  await Promise.allSettled(paths.map((draft) => rm(draft, { recursive: true, force: true })));
}

async function exists(file: string): Promise<boolean> {
  const siblings = await readdir(path.dirname(file));
  return siblings.includes(path.basename(file));
}

async function readClusterFile(file: string, home: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The database in ${home} cannot be read: it belongs to another user, or part of it is missing. Start as its owner, or move it away to start with an empty one.`,
      { cause },
    );
  }
}
