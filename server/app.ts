import type { RequestListener } from 'node:http';
import compression from 'compression';
import express, { type Express, type Handler } from 'express';
import type { Language } from '#shared/domain/localized';
import { CATALOG_AGE_MS } from '#shared/domain/polling';
import { adminActivityRoutes } from './admin-activity';
import { adminCatalogRoutes } from './admin-catalog';
import { adminPaymentRoutes } from './admin-payments';
import { adminSettingsRoutes } from './admin-settings';
import { adminTeamRoutes } from './admin-team';
import { apiDocsRoutes } from './api-docs';
import { createAuth, type SignInSandbox, signInSettings } from './auth';
import { bookRoutes, startNightlyBooks, statementRoutes } from './books';
import { catalogRoutes, liveNominationRoutes, SealedTotals, TrendingBoard } from './catalog';
import {
  type Config,
  type MailSettings,
  OPEN_COUNT_DOWNLOADS,
  type WitnessSettings,
} from './config';
import type { DatabaseHandle } from './db/client';
import { CATALOG_CHANGED, listen, PAYMENT_MOVED, SETTINGS_CHANGED } from './db/listen';
import { createMailer, startReceiptMailing } from './emails';
import { notFound } from './errors';
import {
  Api,
  Devices,
  errorHandler,
  headersAddedBy,
  healthRoutes,
  jsonBody,
  type Lifecycle,
  LookUps,
  neverFromElsewhere,
  requestLog,
  SecurityLog,
  sameOriginOnly,
  securityHeaders,
  securityText,
  sharedAnswerLog,
  unknownApiPath,
  watchProxy,
} from './http';
import { imageRoutes, openUploads, Photos } from './images';
import {
  type Log,
  openCountFiles,
  openCountRoutes,
  SignerMemory,
  startSequencer,
  timelineRoutes,
  Witnesses,
} from './open-count';
import {
  type BuiltSite,
  cacheKey,
  OWN_SCRIPT_HASHES,
  pages,
  scriptHash,
  shortLinks,
  siteFiles,
} from './pages';
import { keepPaymentCounts } from './payment-counts';
import { paymentHelpRoutes } from './payment-help';
import {
  type CaptchaSandbox,
  type CardForm,
  connectPayments,
  endWithVoting,
  holdingPolls,
  type PaymentContext,
  type ProviderSandboxes,
  paymentRoutes,
  startReconciler,
  type Timeouts,
  webhookRoutes,
} from './payments';
import { PhoneFailures, phoneFailureRoutes } from './phone-failures';
import { DrawAhead, Drawings, pictureRoutes, ReceiptPictures } from './pictures';
import type { Logger } from './platform/logger';
import { ReadCache } from './platform/read-cache';
import { startWorker } from './platform/worker';
import { findReceipt, receiptRoutes } from './receipts';
import { isVotingOpen, type LiveSettings, publicConfig, resultsShown } from './settings';
import { startVerification } from './verification';
import { LinkVisits, visitRoutes } from './visits';
import { startRetention, voterRoutes } from './voters';

/** Simulates external services when no real providers are configured; never in production. */
export interface Sandbox extends ProviderSandboxes {
  /** Null when there is no captcha. */
  captcha: CaptchaSandbox | null;
  signIn: SignInSandbox;
  witnesses: readonly WitnessSettings[];
  /** Null while its inbox accepts no mail. */
  smtp: MailSettings['smtp'] | null;
  /** Null when the sandbox listens on a separate port. */
  mounted: {
    /** Mounted under /sandbox. */
    router: Handler;
    /** Stripe's SDK accepts no path: it requires its API under /v1 of a host. */
    stripeApi: Handler;
  } | null;
}

export interface ServerParts extends Pick<DatabaseHandle, 'db' | 'pool' | 'answers'> {
  config: Config;
  event: LiveSettings;
  logger: Logger;
  lifecycle: Lifecycle;
  /** Null in production. */
  sandbox: Sandbox | null;
  /** Serves the client: built files, or Vite in development. */
  client: Handler | null;
  /** Null when Vite serves the pages too. */
  site: BuiltSite | null;
  /** Database address for notifications of changes by other processes; null to receive none. */
  listenUrl?: string | null;
  /** Tests change the catalogue directly in the database and read it at once. */
  catalogAgeMs?: number;
  /** Makes responses that violate the contract fail; for tests. */
  checksAnswers?: boolean;
  /** Timeouts for payment providers. */
  timeouts?: Partial<Timeouts>;
}

export interface ComposedServer {
  app: RequestListener;
  /**
   * The application's dependencies; to build a variant, pass them to `createApp` with some
   * replaced.
   */
  deps: AppDeps;
  /** Starts all background work, and registers how each part is stopped. */
  startWorkers(onStop: OnStop): void;
}

/** Interval at which a failover of the database is detected, in ms. */
const DATABASE_WATCHED_MS = 2_000;

type OnStop = (name: string, stop: (isUrgent: boolean) => Promise<void>) => void;

/** Connects the providers and assembles the server, for both the start and tests. */
export function composeServer({
  sandbox,
  timeouts,
  listenUrl = null,
  catalogAgeMs = CATALOG_AGE_MS,
  ...parts
}: ServerParts): ComposedServer {
  const { config, db, event, logger } = parts;
  const { context: payments, cardForm } = connectPayments({
    config,
    db,
    event,
    logger,
    sandbox,
    timeouts,
  });
  const { background } = payments;
  const signIn = signInSettings(config, sandbox?.signIn ?? null);
  const { ledgerSigners: signers } = config;
  const witnesses = new Witnesses({
    db,
    signers,
    settings: config.ledgerWitnesses ?? sandbox?.witnesses ?? [],
    logger,
    timeoutMs: timeouts?.timeoutMs,
  });
  const log = { db, signers, memory: new SignerMemory(config.dataDir, signers), witnesses };
  const uploads = openUploads({ config, logger });
  const photos = new Photos({ dataDir: config.dataDir, uploads, logger });
  const drawings = new Drawings({ kept: uploads.drawn, photos, logger });
  const receiptPictures = new ReceiptPictures({
    drawings,
    event: () => event.current.settings,
    isTest: config.moneyNotice !== null,
  });
  const visits = new LinkVisits({
    db,
    timezone: () => event.current.settings.timezone,
    logger,
  });
  const phoneFailures = new PhoneFailures({ db, logger });
  const cache = new ReadCache(catalogAgeMs);
  const onSettings = () => {
    cache.clear();
    background.run('end payments with voting', () => endWithVoting(payments));
  };
  const deps = {
    ...parts,
    cache,
    onSettings,
    payments,
    cardForm,
    signIn,
    log,
    witnesses,
    photos,
    drawings,
    receiptPictures,
    visits,
    phoneFailures,
    sandbox: sandbox?.mounted ?? null,
  };
  return {
    app: behindCache(holdingPolls(createApp(deps), payments), deps),
    deps,
    startWorkers(onStop) {
      const watch = startWorker({
        round: () => parts.answers(),
        restMs: () => DATABASE_WATCHED_MS,
        onError: () => undefined,
      });
      onStop('database watch', () => watch.stop());
      const reconciler = startReconciler(payments);
      onStop('reconciler', () => reconciler.stop());
      const smtp = config.mail.smtp ?? sandbox?.smtp;
      if (smtp) {
        const { publicUrl, mail, moneyNotice } = config;
        const mailer = createMailer({ smtp, from: mail.from });
        const isTest = moneyNotice !== null;
        const site = () => ({ publicUrl, event: event.current.settings, isTest });
        const mailing = startReceiptMailing({
          db,
          mailer,
          site,
          pictures: receiptPictures,
          logger,
        });
        onStop('receipts by e-mail', (isUrgent) => mailing.stop(isUrgent));
      }
      if (listenUrl !== null) {
        const ahead = new DrawAhead({ db, drawings, event: () => event.current.settings, logger });
        onStop('previews', () => ahead.stop());
        const listening = listen({
          url: listenUrl,
          onNotice: {
            [CATALOG_CHANGED]: () => {
              cache.clear();
              ahead.begin();
            },
            [SETTINGS_CHANGED]: () =>
              background.run('read the settings', async () => {
                if (!(await event.reload())) return;
                onSettings();
                ahead.begin();
              }),
            [PAYMENT_MOVED]: (paymentId) =>
              background.run('answer held polls', () => payments.heldPolls.tell(paymentId)),
          },
          logger,
        });
        onStop('listening', () => listening.stop());
      }
      const countingVisits = visits.start();
      onStop('visits', () => countingVisits.stop());
      const countingFailures = phoneFailures.start();
      onStop('failures of phones', () => countingFailures.stop());
      const settings = event.keepFresh(onSettings, logger);
      onStop('settings', () => settings.stop());
      const nightlyBooks = startNightlyBooks(bookContext(deps));
      onStop('nightly books', () => nightlyBooks.stop());
      const retention = startRetention(payments);
      onStop('retention', () => retention.stop());
      const sequencer = startSequencer({
        ...log,
        logger,
        // Not awaited in its round, so that a slow witness delays nothing.
        onSigned: () => background.run('ask witnesses', () => witnesses.askAll()),
      });
      onStop('open count', () => sequencer.stop());
      const witnessing = witnesses.start();
      onStop('witnesses', () => witnessing.stop());
      const verification = startVerification({
        db,
        timezone: () => event.current.settings.timezone,
        isVotingOpen: () => isVotingOpen(event.current.voting, event.now()),
        logger,
      });
      onStop('verification', () => verification.stop());
      const counts = keepPaymentCounts(db, logger);
      onStop('payment counts', () => counts.stop());
    },
  };
}

const bookContext = ({ payments }: Pick<AppDeps, 'payments'>) => ({
  payments,
  timezone: () => payments.event.current.settings.timezone,
});

export interface AppDeps
  extends Omit<ServerParts, 'sandbox' | 'timeouts' | 'catalogAgeMs' | 'listenUrl'> {
  /** Cached public responses. */
  cache: ReadCache;
  /** Called after a change of the settings, to recompute what depends on them. */
  onSettings(): void;
  payments: PaymentContext;
  /** Null while cards are off. */
  cardForm: CardForm | null;
  signIn: ReturnType<typeof signInSettings>;
  /** Checkpoints and witnesses of the open count. */
  log: Log;
  witnesses: Witnesses;
  /** Photographs of the catalogue, and the pictures drawn with them. */
  photos: Photos;
  drawings: Drawings;
  receiptPictures: ReceiptPictures;
  visits: LinkVisits;
  phoneFailures: PhoneFailures;
  sandbox: Sandbox['mounted'];
}

/** Wraps the application: responses in the cache bypass it. */
export function behindCache(app: RequestListener, deps: AppDeps): RequestListener {
  const edge = { headers: headersAddedBy(protectionOf(deps)), log: sharedAnswerLog(deps.logger) };
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

const ADMIN_PATHS = ['/api/admin', '/api/stats', '/api/voter-tracking'];

/** Creates the complete HTTP application: modules in order, error handler last. Does not listen. */
export function createApp(deps: AppDeps): Express {
  const { config, db, pool, logger, lifecycle, payments, cardForm, cache, photos } = deps;
  const { checksAnswers = false } = deps;
  const publicOrigin = new URL(config.publicUrl).origin;
  const lookUps = new LookUps(payments.limiter, logger);
  const devices = new Devices(config);
  const security = new SecurityLog({ logger, hashKey: config.phoneHashKey });
  const auth = createAuth({
    config,
    settings: deps.signIn,
    db,
    pool,
    limiter: payments.limiter,
    security,
    logger,
  });
  const sealed = new SealedTotals(db);
  const catalog = {
    db,
    trending: new TrendingBoard(db),
    shown: () => sealed.settle(resultsShown(deps.event.current, deps.event.now())),
    scope: 'public' as const,
  };
  const captcha = payments.captcha?.widget ?? null;
  const methods = { mobileMoney: payments.mobileMoney, card: cardForm, captcha };

  const visitorsConfig = () => publicConfig(config, methods, deps.event.current, deps.event.now());

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');

  const protect = protectionOf(deps);
  const health = new Api({ checksAnswers });
  healthRoutes(health, deps, lifecycle);
  app.use('/api/health', protect);
  app.use(health.router);
  app.use(requestLog(logger, config.phoneHashKey));
  app.use(watchProxy(logger));
  if (deps.sandbox) {
    app.use('/sandbox', deps.sandbox.router);
    app.use('/v1', deps.sandbox.stripeApi);
  }
  app.use(protect, compression());
  const { ledgerSigners: signers } = config;
  const openCount = { db, signers, witnesses: deps.witnesses, downloads: OPEN_COUNT_DOWNLOADS };
  app.use('/count', openCountFiles(openCount));

  const api = new Api({ checksAnswers, admit: auth.admit });
  // Providers are not browsers: they send cross-origin requests and sign their raw bodies.
  webhookRoutes(api, payments);
  api.router.use('/api', sameOriginOnly(publicOrigin));
  // First, so that every admin path is guarded whatever is mounted below, and before a body is
  // read, because only authorised callers may send large ones.
  const guard = [neverFromElsewhere(publicOrigin), ...auth.requireAdmin, api.admission];
  api.router.use(ADMIN_PATHS, ...guard);
  adminCatalogRoutes(api, { ...catalog, uploads: photos.uploads.store, cache });
  statementRoutes(api, bookContext(deps));
  api.router.use('/api', ...jsonBody);
  api.serve(
    'GET /api/config',
    ({ res }) => {
      // Browsers take the time from `Date`; this machine's clock need not be the one that opens and
      // closes voting.
      res.set({ 'Cache-Control': 'no-store', Date: deps.event.now().toUTCString() });
      return visitorsConfig();
    },
    { before: [devices.issue] },
  );
  catalogRoutes(api, catalog, cache);
  liveNominationRoutes(api, lifecycle);
  openCountRoutes(api, openCount, cache);
  timelineRoutes(api, { ...catalog, timeZone: () => deps.event.current.settings.timezone }, cache);
  paymentRoutes(api, {
    context: payments,
    devices,
    sessions: auth.sessions,
    receiptOf: (receiptCode) => findReceipt(db, receiptCode),
  });
  paymentHelpRoutes(api, payments, { lookUps, devices });
  receiptRoutes(api, {
    db,
    phoneHashKey: config.phoneHashKey,
    lookUps,
    devices,
    pictures: deps.receiptPictures,
  });
  visitRoutes(api, deps.visits);
  phoneFailureRoutes(api, deps.phoneFailures);
  imageRoutes(api, {
    db,
    publicOrigin,
    requireUser: auth.requireUser,
    photos,
    logger,
  });
  auth.addRoutes(api);
  adminSettingsRoutes(api, {
    db,
    event: deps.event,
    leastMobileMoney: payments.mobileMoney?.leastAmount ?? 0,
    onChange: deps.onSettings,
  });
  adminPaymentRoutes(api, { config, payments, security });
  adminActivityRoutes(api, {
    db,
    timezone: () => deps.event.current.settings.timezone,
    security,
  });
  bookRoutes(api, bookContext(deps));
  voterRoutes(api, payments, security);
  adminTeamRoutes(api, { db, listed: deps.signIn.listed, security });
  apiDocsRoutes(api, config.isProduction ? auth.requireAdmin : []);
  app.use(api.router);
  app.use('/api', unknownApiPath(health, api));

  app.get('/.well-known/security.txt', securityText(config));
  const event = () => deps.event.current.settings;
  const prices = () => {
    const { methods, prices } = visitorsConfig();
    return [
      ...(methods.mobileMoney ? [prices['mobile-money']] : []),
      ...(methods.card ? [prices.card] : []),
    ];
  };
  const { publicUrl } = config;
  app.use(pictureRoutes({ db, drawings: deps.drawings, publicUrl, event, prices }));
  app.use(siteFiles({ db, cache, publicUrl, event }));
  // A regular expression, because a named parameter would be decoded.
  app.get(/^\/[ac]\//i, shortLinks(db));
  if (deps.client) app.use(deps.client);
  if (deps.site) {
    const answer = async (address: string, language: Language) =>
      address === '/api/config'
        ? visitorsConfig()
        : JSON.parse(await api.readShared(address, language));
    // A regular expression, because a named parameter would be decoded: a link that was truncated
    // inside a character also gets the page, which reports that nothing was found.
    app.get(/.*/, pages({ site: deps.site, db, cache, publicUrl, answer, visitorsConfig, logger }));
  }
  // Express's own response would repeat the address.
  app.use(() => {
    throw notFound('page');
  });
  app.use(errorHandler(logger));
  return app;
}
