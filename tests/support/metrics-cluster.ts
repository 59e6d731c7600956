import cluster from 'node:cluster';
import { once } from 'node:events';
import { countRefusal, startMetrics } from '#server/metrics/index';
import { createLogger } from '#server/platform/logger';
import { Shutdown } from '#server/platform/shutdown';

/** A primary that tells what its two workers count: each three refusals. */
const [port, databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const parts = {
  config: { metrics: { port: Number(port), host: '127.0.0.1' }, dataDir },
  databaseUrl,
  logger: createLogger('warn'),
  providers: [],
  isVotingOpen: () => true,
  sendsMail: false,
  newestBackup: async () => null,
  serving: null,
};
const shutdown = new Shutdown((code) => process.exit(code));

if (cluster.isPrimary) {
  const workers = [cluster.fork(), cluster.fork()];
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  await startMetrics(parts, shutdown);
  process.once('message', () => {
    for (const worker of workers) worker.kill();
    shutdown.begin(0);
  });
  process.send?.('told');
} else {
  for (let i = 0; i < 3; i++) countRefusal('payment-start');
  await startMetrics(parts, shutdown);
  process.send?.('counted');
}
