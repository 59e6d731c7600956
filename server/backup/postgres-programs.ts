import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
import { BackupError } from './backup-error';
import { connectionVariables, withClient } from './connection';

type Program = 'pg_dump' | 'pg_restore';

/** First version whose pg_restore sets a parameter that older servers do not have and reject. */
const TRANSACTION_TIMEOUT_SINCE = 17;

interface RunOptions {
  /** Address of the database. */
  url: string;
  /** File descriptor for its output. */
  output?: number;
}

/**
 * Runs one of the site operator's PostgreSQL client programs. Passes the connection in the
 * environment only, because any user of the machine can read a process's arguments.
 * @throws BackupError
 */
export async function runProgram(
  program: Program,
  args: readonly string[],
  { url, output }: RunOptions,
): Promise<void> {
  await expectVersion(program, await serverMajor(url));
  const authorities = await authoritiesFor(url);
  try {
    const child = spawn(program, args, {
      env: { ...ownEnvironment(), ...connectionVariables(url), ...authorities.variables },
      stdio: ['ignore', output ?? 'ignore', 'pipe'],
    });
    const leave = () => child.kill();
    process.once('exit', leave);
    let complaints = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints += text;
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    }).finally(() => process.off('exit', leave));
    if (code !== 0) throw new BackupError(explain(program, complaints));
  } finally {
    await authorities.remove();
  }
}

/**
 * Uses the first line only: further lines may quote rows, and with them names and phone numbers.
 */
function explain(program: Program, complaints: string): string {
  const errors = complaints
    .split('\n')
    .filter((line) => line.startsWith(`${program}: error: `))
    .join('\n');
  const isRefused = /permission denied/.test(errors);
  return [
    errors || `${program} did not finish.`,
    ...(isRefused
      ? [
          'The server’s role may not read everything: set DATABASE_OWNER_URL to the owner’s address.',
        ]
      : []),
  ].join('\n');
}

function serverMajor(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ major: number }>(
      `select current_setting('server_version_num')::int / 10000 as major`,
    );
    return rows[0]?.major ?? 0;
  });
}

async function expectVersion(program: Program, server: number): Promise<void> {
  const major = await programMajor(program);
  const programs = `PostgreSQL's client programs of version ${server}`;
  if (major === null) {
    throw new BackupError(
      `${program} is not installed. Install ${programs}, and name them in PATH.`,
    );
  }
  if (major < server) {
    throw new BackupError(
      `${program} is of version ${major}, too old for the server's ${server}. Put ${programs} first in PATH.`,
    );
  }
  const isTooNew =
    program === 'pg_restore' &&
    major >= TRANSACTION_TIMEOUT_SINCE &&
    server < TRANSACTION_TIMEOUT_SINCE;
  if (isTooNew) {
    throw new BackupError(
      `${program} is of version ${major}, too new for the server's ${server}. Put ${programs} first in PATH.`,
    );
  }
}

/** @returns null when the program is not installed */
export async function programMajor(program: Program): Promise<number | null> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { env: ownEnvironment() });
    const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout) ?? [];
    return major === undefined ? null : Number(major);
  } catch {
    return null;
  }
}

/** Excludes what the programs do not need, such as providers' keys. */
const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TMPDIR|PG[A-Z]+)$/.test(name)),
  );

/**
 * Writes the authorities that Node trusts to a file, because the programs trust none by default.
 */
async function authoritiesFor(url: string) {
  const { PGSSLMODE, PGSSLROOTCERT = process.env.PGSSLROOTCERT } = connectionVariables(url);
  if (PGSSLMODE !== 'verify-full' || PGSSLROOTCERT) {
    return { variables: {}, remove: async () => undefined };
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'awards-authorities-'));
  const file = path.join(folder, 'authorities.pem');
  const more = process.env.NODE_EXTRA_CA_CERTS;
  const extra = more ? [await readFile(more, 'utf8')] : [];
  await writeFile(file, [...rootCertificates, ...extra].join('\n'));
  return {
    variables: { PGSSLROOTCERT: file },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
