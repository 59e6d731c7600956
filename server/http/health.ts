import type { DatabaseHandle } from '#server/db/client';
import type { Api } from './api';

export interface Lifecycle {
  /**
   * Set at the first stop signal: load balancers send no new requests, and those in flight are
   * finished.
   */
  isDraining: boolean;
}

export function healthRoutes(
  api: Api,
  { answers }: Pick<DatabaseHandle, 'answers'>,
  lifecycle: Lifecycle,
): void {
  api.mount('GET', '/api/health/live', (_req, res) => {
    res.json({ status: 'ok' });
  });
  api.mount('GET', '/api/health/ready', async (_req, res) => {
    const isReady = !lifecycle.isDraining && (await answers());
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'unavailable' });
  });
}
