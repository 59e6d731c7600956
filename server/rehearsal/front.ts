import type { RequestListener } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import express, { type Request, type Response } from 'express';
import type { Auth, TeamCaller } from '#server/auth/index';
import type { Config } from '#server/config/index';
import type { Database } from '#server/db/client';
import { cookieIn } from '#server/http/index';
import type { Logger } from '#server/platform/logger';
import type { ErrorBody } from '#shared/contracts/errors';
import { REHEARSAL_HEADER, REHEARSAL_LEFT_PATH } from '#shared/domain/rehearsal';
import { forward, ProcessGone, RELAYED_HEADER, relay } from './forward';
import { RehearsalProcess, RehearsalProcessError } from './rehearsal-process';
import { findRun, type Run } from './rehearsals';
import { rehearsalMark } from './routes';
import { UNAVAILABLE_PAGE } from './unavailable-page';

/**
 * Addresses at which the site answers although the browser shows the rehearsal: sign-in, the
 * rehearsal's own controls, pictures of other hosts, and files that are the same in both.
 */
const KEPT =
  /^\/(assets\/|rehearsal\/|api\/(login|logout|callback|image-proxy|webhooks|health|admin\/editions\/([^/?]+\/)?rehearsal)([/?]|$))/i;

const PAGE_HEADER = REHEARSAL_HEADER.toLowerCase();

/** How long a page waits for a process that starts, in ms. */
const STARTS_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 1_000;
const SOON_MS = 100;

interface FrontParts {
  config: Config;
  db: Database;
  logger: Logger;
  /** Direct address of the database; null where rehearsals never run. */
  directUrl: string | null;
  /** Name by which other machines reach this one; by default its host name. */
  machine?: string;
}

/** Puts the rehearsal in front of the site, for browsers of the team that show it. */
export class RehearsalFront {
  readonly #parts: FrontParts;
  readonly #process: RehearsalProcess;
  readonly #cookie: string;

  constructor(parts: FrontParts) {
    this.#parts = parts;
    this.#process = new RehearsalProcess(parts.logger);
    this.#cookie = rehearsalMark(parts.config.publicUrl).name;
  }

  /** Returns a listener that passes everything else on to the site. */
  before(site: RequestListener, auth: Auth): RequestListener {
    if (this.#parts.directUrl === null) return site;
    const app = express();
    app.disable('x-powered-by');
    app.set('trust proxy', this.#parts.config.trustProxy);
    app.set('query parser', 'simple');
    app.use((req, res) => this.#serve(req, res, { site, auth }));
    return (req, res) => {
      const shown = cookieIn(req, this.#cookie);
      const page = req.headers[PAGE_HEADER];
      if (KEPT.test(req.url ?? '') || (shown === undefined && page === undefined)) {
        return site(req, res);
      }
      // A page from before this browser showed a rehearsal stays a page of the site.
      if (page === undefined && req.headers.accept === 'application/json') return site(req, res);
      app(req, res);
    };
  }

  /**
   * Starts the process of a rehearsal unless one runs.
   * @throws RehearsalProcessError
   */
  async start(run: Run): Promise<void> {
    const { config, directUrl } = this.#parts;
    if (directUrl === null) return;
    await this.#process.start({
      databaseUrl: directUrl,
      publicUrl: config.publicUrl,
      hsts: config.hsts,
      mobileMoneyProviders: config.mobileMoneyProviders,
      uploadsDir: join(config.dataDir, 'uploads'),
      logLevel: config.logLevel,
      runId: run.id,
    });
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  async #serve(req: Request, res: Response, { site, auth }: { site: RequestListener; auth: Auth }) {
    const { db, logger } = this.#parts;
    try {
      const run = await findRun(db);
      const isShown = run && !run.isEnding && this.#isOf(req, run);
      const caller = isShown ? await auth.teamCaller(req, res) : null;
      if (!run || caller === null) return left(req, res, site);
      // Its cookie would be renewed with the response, whose Date is the rehearsal's: browsers measure
      // the end of a cookie by that, so a later date would sign the person out.
      Reflect.deleteProperty(req, 'session');
      if (await this.#pass(run, caller, { req, res, site })) return;
      const deadline = performance.now() + STARTS_WITHIN_MS;
      while (performance.now() < deadline) {
        const isTaken = await this.#isStartedElsewhere(run);
        const started = await findRun(db);
        if (started && (await this.#pass(started, caller, { req, res, site }))) return;
        // One that has just ended gives back its lock in a moment, and one that starts serves soon.
        await delay(isTaken ? LOOK_EVERY_MS : SOON_MS);
      }
      throw new ProcessGone();
    } catch (err) {
      // The browser may be gone.
      if (res.headersSent || res.destroyed) return res.destroy();
      const reason = err instanceof RehearsalProcessError ? err.message : undefined;
      logger.error({ err, reason }, 'the rehearsal cannot be shown');
      res.status(503).set({ 'Cache-Control': 'no-store' }).type('html').send(UNAVAILABLE_PAGE);
    }
  }

  /** True when the browser shows this rehearsal, and the page is of it. */
  #isOf(req: Request, { id }: Run): boolean {
    const page = req.headers[PAGE_HEADER] ?? id;
    return cookieIn(req, this.#cookie) === id && page === id;
  }

  /** Starts the process. @returns true when another process of this or another machine has it */
  async #isStartedElsewhere(run: Run): Promise<boolean> {
    try {
      await this.start(run);
      return false;
    } catch (error) {
      if (error instanceof RehearsalProcessError && error.isTaken) return true;
      throw error;
    }
  }

  /** @returns false while no process of the rehearsal responds, on whichever machine */
  async #pass(
    { host, port, secret }: Run,
    caller: TeamCaller,
    { req, res, site }: { req: Request; res: Response; site: RequestListener },
  ): Promise<boolean> {
    if (host === null || port === null || secret === null) return false;
    const { machine = hostname(), config } = this.#parts;
    const { ip = '' } = req;
    if (host === machine) {
      return forward(req, res, { port, secret, caller, ip, onMissing: () => site(req, res) });
    }
    if (req.headers[RELAYED_HEADER] !== undefined) return false;
    return relay(req, res, { host, port: config.port, ip });
  }
}

/**
 * Responds to a browser that shows a rehearsal no more: nothing that an open page of it sends ever
 * reaches the site.
 */
function left(req: Request, res: Response, site: RequestListener): void {
  res.set('Cache-Control', 'no-store');
  // As every browser that opens a page.
  const isPage = req.get('accept')?.includes('text/html');
  const body: ErrorBody = { code: 'rehearsal-left', message: 'The browser has left the rehearsal' };
  if (isPage) res.redirect(REHEARSAL_LEFT_PATH);
  else if (/^\/api\//i.test(req.path)) res.status(409).json(body);
  else site(req, res);
}
