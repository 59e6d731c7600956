import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
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

export type ReplicatedDatabase = Awaited<ReturnType<typeof replicatedDatabase>>;

interface Standby {
  server: DatabaseServer;
  port: number;
  /** Link to the current primary. */
  link: NetworkLink;
}

/**
 * A PostgreSQL server and its standbys by streaming replication, behind one address that leads to
 * the current primary.
 */
export async function replicatedDatabase({
  standbys: count = 1,
  isSynchronous = true,
}: {
  standbys?: number;
  isSynchronous?: boolean;
} = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), 'awards-replicated-database-'));
  const binaries = await findBinaries();
  const parent = path.join(directory, 'primary');
  await run('mkdir', ['-p', parent]);
  const original = await openCluster({
    parent,
    binaries,
    durable: false,
    signal: undefined,
    onCreate: () => undefined,
  });
  const copies = Array.from({ length: count }, (_, at) => path.join(directory, `standby-${at}`));
  for (const copy of copies) await run('cp', ['-a', parent, copy]);
  const movedTo = (cluster: Cluster, at: string): Cluster => ({
    ...cluster,
    home: cluster.home.replace(parent, at),
    dataDir: cluster.dataDir.replace(parent, at),
    logFile: cluster.logFile.replace(parent, at),
  });

  let primaryPort = await freePort();
  const urlOf = (at: number) => `postgres://festival:${original.password}@127.0.0.1:${at}/postgres`;
  let primary = await startServer(
    original,
    binaries,
    primaryPort,
    isSynchronous ? { synchronous_standby_names: '*' } : {},
  );
  const standbys: Standby[] = [];
  for (const copy of copies) {
    const link = await NetworkLink.open(
      () => ({ host: '127.0.0.1', port: primaryPort }),
      new Watch(),
    );
    const follower = movedTo(original, copy);
    await appendFile(
      path.join(follower.dataDir, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${link.port} user=festival password=${original.password}'\n`,
    );
    await writeFile(path.join(follower.dataDir, 'standby.signal'), '', { mode: 0o644 });
    const port = await freePort();
    standbys.push({ link, port, server: await startServer(follower, binaries, port, {}) });
  }
  await vi.waitUntil(() => answers(urlOf(primaryPort)), { timeout: 60_000 });
  // Returns once a synchronous standby has the new database.
  await execute(urlOf(primaryPort), 'create database festival');

  let targetPort: number | null = primaryPort;
  // A port without a listener, for the time without a primary.
  const unusedPort = await freePort();
  const target = () => ({ host: '127.0.0.1', port: targetPort ?? unusedPort });
  const primaryLink = await NetworkLink.open(target, new Watch());
  const festivalAt = (at: number) =>
    `postgres://festival:${original.password}@127.0.0.1:${at}/festival?sslmode=disable`;
  const url = festivalAt(primaryLink.port);
  return {
    url,
    ownerUrl: url,
    /**
     * Disconnects the standbys: earlier commits are in every standby, later ones only in the
     * primary.
     */
    async cutStandbys() {
      await waitForStandbys(urlOf(primaryPort), standbys.length);
      // The last standby must never be ahead of the one that it will follow.
      for (const { link } of standbys.toReversed()) link.cut();
    },
    /** Stops the primary at once. */
    async lose() {
      targetPort = null;
      await primary.stop();
    },
    /**
     * Makes the next standby the primary, to which the address leads from then on.
     * @param prepare runs before any other connection
     */
    async failOver(prepare: (url: string) => Promise<void> = async () => undefined) {
      const next = standbys.shift();
      if (!next) throw new Error('there is no standby left');
      await vi.waitUntil(() => answers(urlOf(next.port)), { timeout: 60_000 });
      await execute(urlOf(next.port), 'select pg_promote()');
      await next.link.close();
      ({ server: primary, port: primaryPort } = next);
      for (const { link } of standbys) link.mend();
      await prepare(festivalAt(primaryPort));
      targetPort = primaryPort;
    },
    async drop() {
      await primaryLink.close();
      for (const { link } of standbys) await link.close();
      await Promise.all([primary.stop(), ...standbys.map(({ server }) => server.stop())]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Waits until all standbys have replayed everything committed so far. */
async function waitForStandbys(url: string, count: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('select pg_current_wal_lsn() as now');
    const upToDate = 'select from pg_stat_replication where replay_lsn >= $1';
    await vi.waitUntil(
      async () => (await client.query(upToDate, [rows[0].now])).rowCount === count,
      {
        timeout: 60_000,
      },
    );
  } finally {
    await client.end();
  }
}

const answers = (url: string): Promise<boolean> =>
  execute(url, 'select 1').then(
    () => true,
    () => false,
  );

interface DatabaseServer {
  /** Stops at once. */
  stop(): Promise<void>;
}

async function startServer(
  cluster: Cluster,
  binaries: Binaries,
  port: number,
  extraSettings: Record<string, string>,
): Promise<DatabaseServer> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '32MB',
    wal_level: 'replica',
    // Lets a reconnected standby catch up.
    wal_keep_size: '512MB',
    io_method: 'sync',
    timezone: 'UTC',
    fsync: 'off',
    ...extraSettings,
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
    async stop() {
      if (program.isRunning) program.signal('SIGQUIT');
      await program.exited;
    },
  };
}
