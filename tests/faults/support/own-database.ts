import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  discardEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/embedded-postgres/index';

export type OwnDatabase = Awaited<ReturnType<typeof ownDatabase>>;

/** A separate database server, with commits as durable as in production. */
export async function ownDatabase() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'awards-restarted-database-'));
  const logger = { info() {}, warn() {}, error() {} };
  let server = await startEmbeddedPostgres({ dataDir, logger });
  const { url, port } = server;
  return {
    url,
    ownerUrl: url,
    /** Stops at once: whatever was not committed is gone. */
    stop: () => server.stop({ immediate: true }),
    async start() {
      server = await startEmbeddedPostgres({ dataDir, logger, port });
    },
    async drop() {
      await server.stop();
      await discardEmbeddedPostgres(dataDir);
    },
  };
}
