import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { inject } from 'vitest';
import { withClient } from '#server/backup/connection';
import { programMajor } from '#server/backup/postgres-programs';
import { databaseAccount } from '#server/platform/embedded-postgres/account';
import { freePort } from '#server/platform/free-port';
import { type RunningServer, startTestServer, type TestServer } from './database-server';

const run = promisify(execFile);

/**
 * Returns a server that the machine's pg_dump supports: that of the test run, or when this is newer
 * than pg_dump, one started from the programs of pg_dump's version.
 * @throws on a machine without pg_dump: no npm package contains it
 */
export async function startDumpableServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const dumpVersion = await programMajor('pg_dump');
  if (dumpVersion === null) {
    throw new Error('There is no pg_dump. Install PostgreSQL’s programs (apt install postgresql).');
  }
  const testServer = inject('testServer');
  const serverVersion = await withClient(testServer.maintenanceUrl, async (client) => {
    const { rows } = await client.query('show server_version_num');
    return Math.floor(rows[0].server_version_num / 10_000);
  });
  return serverVersion <= dumpVersion
    ? { ...testServer, stop: async () => undefined }
    : startTestServer(() => startServerOf(dumpVersion));
}

/** A temporary server of the programs that are installed beside pg_dump. */
async function startServerOf(major: number): Promise<RunningServer> {
  const programs = await programsOf(major);
  const home = await mkdtemp(path.join(tmpdir(), 'awards-dumpable-'));
  // PostgreSQL refuses to run as root.
  const account = await databaseAccount(home);
  if (account) await chown(home, account.uid, account.gid);
  const data = path.join(home, 'data');
  const options = { cwd: home, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...account };
  const create = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  await run(path.join(programs, 'initdb'), create, options);
  const port = await freePort();
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const child = spawn(
    path.join(programs, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: 'ignore' },
  );
  const terminate = () => child.kill('SIGINT');
  process.on('exit', terminate);
  const exited = once(child, 'exit');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`;
  while (!(await accepts(url))) {
    if (child.exitCode !== null) throw new Error('PostgreSQL did not start.');
  }
  return {
    url,
    async close() {
      process.off('exit', terminate);
      terminate();
      await exited;
      await rm(home, { recursive: true });
    },
  };
}

/** @returns the folder of initdb and postgres */
async function programsOf(major: number): Promise<string> {
  const { stdout: pgDump } = await run('sh', ['-c', 'command -v pg_dump']);
  const candidates = [
    path.dirname(await realpath(pgDump.trim())),
    // Debian's pg_dump is a script that selects the newest version here.
    `/usr/lib/postgresql/${major}/bin`,
  ];
  for (const folder of candidates) {
    const hasInitdb = await access(path.join(folder, 'initdb')).then(
      () => true,
      () => false,
    );
    if (hasInitdb) return folder;
  }
  throw new Error(
    `pg_dump is of version ${major}, and there is no server of that version: install one, or name a newer pg_dump in PATH.`,
  );
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
