import { execFile } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './error';

const run = promisify(execFile);

/** The user that PostgreSQL runs as, if it is not the current one. */
export interface Account {
  uid: number;
  gid: number;
}

/** How to start a program under an account: the arguments for `spawn`. */
export interface Launch {
  command: string;
  args: string[];
  credentials: Partial<Account>;
}

/**
 * Returns the account for PostgreSQL, which refuses to run as root: for root, the account that owns
 * the database, or the system's `postgres` account, which is created if missing.
 * @returns undefined when the current user is suitable
 */
export async function databaseAccount(databaseDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(databaseDir).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await findPostgresAccount()) ?? createPostgresAccount();
}

async function findPostgresAccount(): Promise<Account | undefined> {
  try {
    const { stdout } = await run('id', ['postgres']);
    const ids = /uid=(\d+)\D.*gid=(\d+)/.exec(stdout);
    return ids ? { uid: Number(ids[1]), gid: Number(ids[2]) } : undefined;
  } catch {
    return undefined;
  }
}

async function createPostgresAccount(): Promise<Account> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'PostgreSQL refuses to run as root, and the account "postgres" for it could not be created. Start as another user, or set DATABASE_URL.',
      { cause },
    );
  }
  const account = await findPostgresAccount();
  if (!account) throw new EmbeddedPostgresError('The new account "postgres" cannot be found.');
  return account;
}

/**
 * Prepares to start a program under an account that needs access to `paths`.
 *
 * Root often works where other accounts cannot read (`/root`, a private temporary directory).
 * There, the program keeps one of root's capabilities, to bypass file permissions, through
 * `setpriv` of util-linux. `no_setuid_fixup` extends it to access(2), with which PostgreSQL checks
 * its files.
 */
export async function launchAs(
  account: Account | undefined,
  command: string,
  args: string[],
  paths: string[],
): Promise<Launch> {
  if (!account) return { command, args, credentials: {} };
  const reachable = await Promise.all(paths.map((directory) => isReachable(account, directory)));
  if (reachable.every(Boolean)) return { command, args, credentials: account };
  return {
    command: 'setpriv',
    args: [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      '--securebits=+no_setuid_fixup',
      command,
      ...args,
    ],
    credentials: {},
  };
}

async function isReachable(account: Account, target: string): Promise<boolean> {
  for (let directory = await realpath(target); ; directory = path.dirname(directory)) {
    const { mode, uid, gid } = await stat(directory);
    const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & execute) === 0) return false;
    if (directory === path.dirname(directory)) return true;
  }
}
