import type { RequestListener } from 'node:http';
import compression from 'compression';
import express, { type Express, type Handler, Router } from 'express';
import { registerAdminActivity } from './admin/activity';
import { registerBooks, registerStatements } from './admin/books';
import { registerAdminCatalog } from './admin/catalog';
import { registerAdminEditions } from './admin/editions';
import { registerAdminPayments } from './admin/payments';
import { registerAdminSettings } from './admin/settings';
import { registerAdminTeam } from './admin/team';
import { registerVoters } from './admin/voters';
import { registerApiDocs } from './api-docs';
import { type Auth, createAuth, registerAuth } from './auth';
import { type CatalogDeps, registerCatalog, SealedTotals, TrendingBoard } from './catalog';
import { registerClientErrors } from './client-errors';
import { registerEditions } from './editions';
import { registerEmails } from './emails';
import { notFound } from './errors';
import {
  Api,
  Devices,
  errorHandler,
  headersAddedBy,
  healthRoutes,
  jsonBody,
  LookUps,
  requestLog,
  SecurityLog,
  sameOriginForAllMethods,
  sameOriginOnly,
  securityHeaders,
  sharedResponseLog,
  unknownApiPath,
  watchProxy,
} from './http';
import { registerImages } from './images';
import { registerKeptFigures } from './kept-figures';
import { registerOpenCount } from './open-count';
import { cacheKey, OWN_SCRIPT_HASHES, registerPages, scriptHash } from './pages';
import { registerPaymentCounts } from './payment-counts';
import { registerPaymentHelp } from './payment-help';
import { publicRoutes, registerPayments, registerWebhooks } from './payments';
import { registerPictures } from './pictures';
import { publicConfig, registerPublicConfig } from './public-config';
import { findReceipt, registerReceipts } from './receipts';
import { type RehearsalFront, registerRehearsal } from './rehearsal';
import type { Register, Registry, Running } from './room';
import type { Services } from './services';
import { previewOf, resultsShown } from './settings';
import { registerVerification } from './verification';
import { registerVisits } from './visits';

/** Dependencies of the application; tests replace some of them. */
export interface AppDeps extends Services {
  /** Serves the client: built files, or Vite in development. */
  client: Handler | null;
  /** Validates every response against its contract; for tests. */
  checksAnswers?: boolean;
  rehearsalProcess: Pick<RehearsalFront, 'start' | 'stop'>;
}

type RoomDeps = ReturnType<typeof depsOfRooms>;

/** One line per room. The pages come last, because they match every address. */
const ROOMS: readonly Register<RoomDeps>[] = [
  registerPublicConfig,
  registerCatalog,
  registerEditions,
  registerOpenCount,
  registerPayments,
  registerPaymentCounts,
  registerKeptFigures,
  registerPaymentHelp,
  registerReceipts,
  registerEmails,
  registerVisits,
  registerClientErrors,
  registerImages,
  registerAuth,
  registerAdminSettings,
  registerAdminEditions,
  registerRehearsal,
  registerAdminPayments,
  registerAdminActivity,
  registerAdminTeam,
  registerBooks,
  registerVoters,
  registerVerification,
  registerApiDocs,
  registerPictures,
  registerPages,
];

/** An application, and what its rooms have registered beside their addresses. */
interface Assembled {
  app: Express;
  auth: Auth;
  /** By name; none is started yet. */
  workers: ReadonlyMap<string, () => Running>;
  /** Listeners of database channels. */
  notices: Readonly<Record<string, (payload: string | null) => void>>;
  /** Calls all listeners of changed settings. */
  onSettings(): void;
}

/** The HTTP application alone. It does not listen on a port. */
export const createApp = (deps: AppDeps): Express => assembleApp(deps).app;

/** Builds the application: the web edge in order, then the rooms, then the error handler. */
export function assembleApp(appDeps: AppDeps): Assembled {
  const { config, logger, lifecycle, checksAnswers = false } = appDeps;
  const publicOrigin = new URL(config.publicUrl).origin;
  const security = new SecurityLog({ logger, hashKey: config.phoneHashKey });
  const auth = createAuth({
    ...appDeps,
    settings: appDeps.signIn,
    limiter: appDeps.payments.limiter,
    security,
  });
  const previewed = previewOf(appDeps.event, auth.isOfTeam);
  const api = new Api({ checksAnswers, admit: auth.admit, previewed });
  const { registry, ...registered } = createRegistry(api);
  const deps = depsOfRooms(appDeps, {
    auth,
    security,
    previewed,
    onSettings: registered.onSettings,
  });

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');

  const protect = protectionOf(appDeps);
  const health = new Api({ checksAnswers });
  healthRoutes(health, appDeps, lifecycle);
  app.use('/api/health', protect);
  app.use(health.router);
  app.use(requestLog(logger, config.phoneHashKey));
  app.use(watchProxy(logger));
  if (appDeps.sandbox) {
    app.use('/sandbox', appDeps.sandbox.router);
    app.use('/v1', appDeps.sandbox.stripeApi);
  }
  app.use(protect, compression());

  // Before the check of origins and the JSON parser: providers are not browsers, and sign raw
  // bodies.
  registerWebhooks(registry, deps);
  api.router.use('/api', sameOriginOnly(publicOrigin));
  // Before all other routes, so that every admin path is guarded, and before a body is read.
  const guard = [sameOriginForAllMethods(publicOrigin), ...auth.requireAdmin, api.admission];
  api.router.use(ADMIN_PATHS, ...guard);
  // Before the JSON parser of all other routes, because these bodies may be larger.
  registerAdminCatalog(registry, deps);
  registerStatements(registry, deps);
  api.router.use('/api', ...jsonBody);
  for (const register of ROOMS) register(registry, deps);

  app.use(api.router);
  app.use('/api', unknownApiPath(health, api));
  app.use(registry.site);
  // The default response of Express would repeat the address.
  app.use(() => {
    throw notFound('page');
  });
  app.use(errorHandler(logger));
  return { app, auth, ...registered };
}

const ADMIN_PATHS = ['/api/admin', '/api/stats', '/api/voter-tracking'];

function createRegistry(api: Api): { registry: Registry } & Omit<Assembled, 'app' | 'auth'> {
  const workers = new Map<string, () => Running>();
  const notices: Record<string, (payload: string | null) => void> = {};
  const settingsListeners: (() => void)[] = [];
  const registry: Registry = {
    api,
    site: Router(),
    worker: (name, start) => void workers.set(name, start),
    onNotice: (channel, listener) => {
      const earlier = notices[channel];
      notices[channel] = (payload) => {
        earlier?.(payload);
        listener(payload);
      };
    },
    onSettings: (listener) => void settingsListeners.push(listener),
  };
  return {
    registry,
    workers,
    notices,
    onSettings: () => {
      for (const listener of settingsListeners) listener();
    },
  };
}

/** The services, and what belongs to this application alone. */
function depsOfRooms(
  appDeps: AppDeps,
  ownDeps: {
    auth: ReturnType<typeof createAuth>;
    security: SecurityLog;
    previewed: ReturnType<typeof previewOf>;
    onSettings(): void;
  },
) {
  const { config, db, event, payments, cardForm, logger } = appDeps;
  const sealed = new SealedTotals(db);
  const trending = new TrendingBoard(db);
  const captcha = payments.captcha?.widget ?? null;
  return {
    ...appDeps,
    ...ownDeps,
    publicOrigin: new URL(config.publicUrl).origin,
    lookUps: new LookUps(payments.limiter, logger),
    devices: new Devices(config),
    catalog: (edition = event.current): CatalogDeps => ({
      db,
      trending,
      shown: () => sealed.settle(resultsShown(edition, event.now())),
      scope: { edition: edition.id, sees: 'public' },
    }),
    visitorsConfig: (current = event.current) => {
      const methods = { mobileMoney: publicRoutes(payments), card: cardForm, captcha };
      return publicConfig(config, methods, { current, editions: event.editions }, event.now());
    },
    receiptOf: (receiptCode: string) => findReceipt(db, receiptCode),
  };
}

/** The application behind the read cache: a cached response never reaches Express. */
export function behindCache(app: RequestListener, deps: AppDeps): RequestListener {
  const edge = { headers: headersAddedBy(protectionOf(deps)), log: sharedResponseLog(deps.logger) };
  return (req, res) => {
    if (!deps.cache.answer(req, res, cacheKey(req, deps.config), edge)) app(req, res);
  };
}

function protectionOf({ config, cardForm, payments, site }: AppDeps) {
  const captcha = payments.captcha?.widget ?? null;
  return securityHeaders({
    ownScripts: [...OWN_SCRIPT_HASHES, ...(site ? [scriptHash(site.begin)] : [])],
    hsts: config.hsts,
    usesStripe: cardForm?.scriptUrl === null,
    captcha: captcha?.scriptUrl === null ? captcha.provider : null,
  });
}
