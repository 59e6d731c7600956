import { Router } from 'express';
import type pg from 'pg';

export interface Lifecycle {
  /** Set at the first stop signal: load balancers send no more, what is under way is finished. */
  isDraining: boolean;
}

export function healthRoutes(pool: pg.Pool, lifecycle: Lifecycle): Router {
  const router = Router();

  router.get('/api/health/live', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/api/health/ready', async (_req, res) => {
    const isReady = !lifecycle.isDraining && (await answers(pool));
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'unavailable' });
  });

  return router;
}

const answers = (pool: pg.Pool): Promise<boolean> =>
  pool.query('select 1').then(
    () => true,
    () => false,
  );
