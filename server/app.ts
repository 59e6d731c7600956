import compression from 'compression';
import express, { type Express, type Handler, Router } from 'express';
import type pg from 'pg';
import { adminCatalogRoutes } from './admin-catalog';
import { adminPaymentRoutes } from './admin-payments';
import { createAuth, type SignInSettings } from './auth';
import { catalogRoutes, TrendingBoard } from './catalog';
import type { Config } from './config/config';
import { publicConfig } from './config/public-config';
import type { Database } from './db/client';
import {
  errorHandler,
  jsonBody,
  RateLimiter,
  requestLog,
  sameOriginOnly,
  securityHeaders,
  unknownApiPath,
} from './http';
import { imageRoutes, openUploads } from './images';
import { paymentHelpRoutes } from './payment-help';
import { type PaymentContext, paymentRoutes, webhookRoutes } from './payments';
import type { CardForm } from './payments/card/card-provider';
import { healthRoutes, type Lifecycle } from './platform/health';
import type { Logger } from './platform/logger';
import { receiptRoutes } from './receipts';

export interface AppDeps {
  config: Config;
  db: Database;
  pool: pg.Pool;
  logger: Logger;
  lifecycle: Lifecycle;
  payments: PaymentContext;
  /** Null while cards are off. */
  cardForm: CardForm | null;
  signIn: SignInSettings;
  /** Stand-ins for the outside world; null in production. */
  sandbox: StandIns | null;
  /** Serves the browser's part: built files, or Vite while developing. */
  client: Handler | null;
}

interface StandIns {
  /** Under /sandbox. */
  router: Handler;
  /** Stripe's SDK takes no path: it finds its API under /v1 of a host, and nowhere else. */
  stripeApi: Handler;
}

const ADMIN_PATHS = ['/api/admin', '/api/stats', '/api/voter-tracking'];

/** The whole HTTP application: rooms in order, error handler last. Listens to nothing by itself. */
export function createApp(deps: AppDeps): Express {
  const { config, db, pool, logger, lifecycle, payments, cardForm } = deps;
  const publicOrigin = new URL(config.publicUrl).origin;
  const limiter = new RateLimiter({
    db,
    hashKey: config.phoneHashKey,
    logger,
    background: payments.background,
  });
  const auth = createAuth({ config, settings: deps.signIn, db, pool, logger });
  const catalog = { db, trending: new TrendingBoard(db) };
  const uploads = openUploads({ config, logger });
  const methods = { mobileMoney: payments.mobileMoney, card: cardForm };

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');

  const health = healthRoutes(pool, lifecycle);
  app.use(health);
  app.use(requestLog(logger));
  if (deps.sandbox) {
    app.use('/sandbox', deps.sandbox.router);
    app.use('/v1', deps.sandbox.stripeApi);
  }
  app.use(
    securityHeaders({
      isHttps: publicOrigin.startsWith('https:'),
      usesStripe: cardForm?.scriptUrl === null,
    }),
  );
  app.use(compression());

  const api = Router();
  // Providers are no browsers: they come from elsewhere and sign their raw bodies.
  api.use(webhookRoutes(payments));
  api.use('/api', sameOriginOnly(publicOrigin));
  // Whatever is mounted below them: no path of administrators is ever without its guard. It comes
  // before any body is read, because only administrators may send large ones.
  api.use(ADMIN_PATHS, ...auth.requireAdmin);
  api.use(adminCatalogRoutes({ ...catalog, uploads: uploads.store }));
  api.use('/api', ...jsonBody);
  api.get('/api/config', (_req, res) => {
    res.set('Cache-Control', 'no-store').json(publicConfig(config, methods, new Date()));
  });
  api.use(catalogRoutes(catalog));
  api.use(paymentRoutes(payments, limiter, auth.sessions));
  api.use(paymentHelpRoutes(payments, limiter));
  api.use(receiptRoutes({ db, phoneHashKey: config.phoneHashKey, limiter }));
  api.use(imageRoutes({ db, dataDir: config.dataDir, uploads, logger }));
  api.use(auth.routes);
  api.use(adminPaymentRoutes({ config, payments }));
  app.use(api);
  app.use('/api', unknownApiPath(health, api));

  if (deps.client) app.use(deps.client);
  app.use(errorHandler(logger));
  return app;
}
