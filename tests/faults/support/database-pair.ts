import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { launchAs } from '#server/platform/embedded-postgres/account';
import { type Binaries, findBinaries } from '#server/platform/embedded-postgres/binaries';
import { type Cluster, openCluster } from '#server/platform/embedded-postgres/cluster';
import { startProgram } from '#server/platform/embedded-postgres/program';
import { freePort } from '#server/platform/free-port';
import { execute } from '../../support/database';
import { NetworkLink } from './network-link';
import { Watch } from './watch';

const run = promisify(execFile);

export type DatabasePair = Awaited<ReturnType<typeof databasePair>>;

/**
 * A PostgreSQL and its synchronous standby by streaming replication, behind a name that can be moved
 * from one to the other.
 */
export async function databasePair() {
  const directory = await mkdtemp(path.join(tmpdir(), 'awards-database-pair-'));
  const binaries = await findBinaries();
  const parent = path.join(directory, 'primary');
  await run('mkdir', ['-p', parent]);
  const made = await openCluster({
    parent,
    binaries,
    durable: false,
    signal: undefined,
    onCreate: () => undefined,
  });
  const copy = path.join(directory, 'standby');
  await run('cp', ['-a', parent, copy]);
  const place = (cluster: Cluster, at: string): Cluster => ({
    ...cluster,
    home: cluster.home.replace(parent, at),
    dataDir: cluster.dataDir.replace(parent, at),
    logFile: cluster.logFile.replace(parent, at),
  });

  const [port, standbyPort] = [await freePort(), await freePort()];
  const urlOf = (at: number) => `postgres://festival:${made.password}@127.0.0.1:${at}/postgres`;
  const primary = await startServer(made, binaries, port, { synchronous_standby_names: '*' });
  const follower = place(made, copy);
  await appendFile(
    path.join(follower.dataDir, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=festival password=${made.password}'\n`,
  );
  await writeFile(path.join(follower.dataDir, 'standby.signal'), '', { mode: 0o644 });
  const standby = await startServer(follower, binaries, standbyPort, {});
  await vi.waitUntil(() => answers(urlOf(port)), { timeout: 60_000 });
  // Returns once the standby has it.
  await execute(urlOf(port), 'create database festival');

  let there: number | null = port;
  // Where nobody listens, while the name leads nowhere.
  const nowhere = await freePort();
  const far = () => ({ host: '127.0.0.1', port: there ?? nowhere });
  const name = await NetworkLink.open(far, new Watch());
  const url = `postgres://festival:${made.password}@127.0.0.1:${name.port}/festival?sslmode=disable`;
  return {
    url,
    ownerUrl: url,
    /** The primary is gone at once. */
    async lose() {
      there = null;
      await primary.stop();
    },
    /** The standby is the primary from now on, and the name leads to it. */
    async failOver() {
      await execute(urlOf(standbyPort), 'select pg_promote()');
      there = standbyPort;
    },
    async drop() {
      await name.close();
      await Promise.all([primary.stop(), standby.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const answers = (url: string): Promise<boolean> =>
  execute(url, 'select 1').then(
    () => true,
    () => false,
  );

async function startServer(
  cluster: Cluster,
  binaries: Binaries,
  port: number,
  more: Record<string, string>,
) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '32MB',
    wal_level: 'replica',
    io_method: 'sync',
    timezone: 'UTC',
    fsync: 'off',
    ...more,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', cluster.dataDir, '-p', String(port), ...flags];
  const launch = await launchAs(cluster.account, binaries.postgres, args, [
    binaries.postgres,
    path.dirname(cluster.home),
  ]);
  const log = await open(cluster.logFile, 'w');
  const program = await startProgram(launch, cluster.home, log.fd).finally(() => log.close());
  return {
    /** At once. */
    async stop() {
      if (program.isRunning) program.signal('SIGQUIT');
      await program.exited;
    },
  };
}
