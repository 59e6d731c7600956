import cluster from 'node:cluster';
import { once } from 'node:events';
import { startMetrics } from '#server/metrics/index';
import { freePort } from '#server/platform/free-port';
import { countRefusal } from '#server/platform/instruments';
import { createLogger } from '#server/platform/logger';
import { Shutdown } from '#server/platform/process/index';

/** A primary that reports what its two workers count: three rejections each. */
const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const partsAt = (port: number) => ({
  config: { metrics: { port, host: '127.0.0.1' }, dataDir, mobileMoneyProviders: [] },
  databaseUrl,
  logger: createLogger('warn'),
  providers: [],
  isVotingOpen: () => true,
  sendsMail: false,
  newestBackup: async () => null,
  serving: null,
});
const shutdown = new Shutdown((code) => process.exit(code));

if (cluster.isPrimary) {
  const workers = [cluster.fork(), cluster.fork()];
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const port = await freePort();
  await startMetrics(partsAt(port), shutdown);
  process.once('message', () => {
    for (const worker of workers) worker.kill();
    shutdown.begin(0);
  });
  process.send?.(port);
} else {
  for (let i = 0; i < 3; i++) countRefusal('payment-start');
  // A worker reports to its primary, and does not listen itself.
  await startMetrics(partsAt(0), shutdown);
  process.send?.('counted');
}
