import { createHash } from 'node:crypto';
import Bowser from 'bowser';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import type pg from 'pg';
import type { Config } from '#server/config/index';
import type { Queryable } from '#server/db/client';
import { withWrappedErrors } from '#server/db/errors';
import { logFailure, ownCookie } from '#server/http/index';
import type { Logger } from '#server/platform/logger';
import { SIGNED_IN_COOKIE } from '#shared/domain/cookies';
import { sessions as sessionRows } from '#shared/schema';
import { isSessionOf } from './admin-session';
import type { Proof } from './sign-in/sign-in';

interface Device {
  browser: string | null;
  system: string | null;
}

declare module 'express-session' {
  interface SessionData {
    /** True when a card payment was started in this session. */
    isVoter: boolean;
    /** Owner of the session's card payments; the session's own id changes at sign-in. */
    ownerHash: string;
    /** Tells the sign-in provider whom to sign out. */
    idToken: string;
    /** When the user last authenticated with the provider, in ms, if the provider reports it. */
    authenticatedAt?: number;
    /** The provider's `acr` value; undefined if it reports none. */
    acr?: string;
    /** Browser and system, as shown to the user. */
    device?: Device;
  }
}

const COOKIE = 'session';
const WEEK_MS = 7 * 24 * 3_600_000;

interface SessionDeps {
  config: Pick<Config, 'publicUrl' | 'sessionSecrets'>;
  pool: pg.Pool;
  logger: Logger;
}

/**
 * Browser sessions, stored in the database and so shared by all nodes. Mounted only where a route
 * needs one; an empty session leaves neither a row nor a cookie.
 */
export function sessions({ config, pool, logger }: SessionDeps): RequestHandler[] {
  const PgStore = connectPgSimple(session);
  const { name, attributes } = ownCookie(COOKIE, config.publicUrl);
  const store = new PgStore({
    // The only method it uses of a pool.
    pool: withWrappedErrors(pool) as unknown as pg.Pool,
    tableName: 'sessions',
    errorLog: (_text: string, err: unknown) =>
      logFailure(logger, err, 'old sessions could not be removed'),
  });
  const middleware = session({
    store,
    name,
    secret: config.sessionSecrets,
    resave: false,
    saveUninitialized: false,
    rolling: true,
    proxy: true,
    cookie: { ...attributes, maxAge: WEEK_MS },
  });
  return attributes.secure ? [assumeHttps, middleware] : [middleware];
}

/** Starts a new session for a user in this browser; a voter's payments stay with it. */
export async function startSession(
  req: Request,
  user: Express.User,
  { idToken, authenticatedAt, acr }: Proof,
): Promise<void> {
  const { isVoter } = req.session;
  const ownerHash = sessionHash(req);
  await settled((done) => req.logIn(user, done)); // With a new session id
  Object.assign(
    req.session,
    { idToken },
    authenticatedAt === null ? {} : { authenticatedAt },
    acr === null ? {} : { acr },
    { device: deviceOf(req.get('User-Agent') ?? '') },
    isVoter ? { isVoter, ownerHash } : {},
  );
  // Saved before the redirect: the browser may be faster than the database.
  await settled((done) => req.session.save(done));
}

/**
 * Marks the session as a voter's. Stores it now and not with the response: a payment can only
 * continue with the response's cookie, which would be invalid if storing failed then.
 */
export async function persistSession({ session }: Request): Promise<void> {
  if (session.isVoter) return;
  session.isVoter = true;
  await settled((done) => session.save(done));
}

/** Only names, by which users recognise their browsers: versions would reveal more to others. */
function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}

/** Sets a cookie that tells our pages to request the current user. */
export function hintSignedIn({ publicUrl }: Pick<Config, 'publicUrl'>, res: Response): void {
  const { name, attributes } = hint(publicUrl);
  res.cookie(name, '1', { ...attributes, maxAge: WEEK_MS });
}

const hint = (publicUrl: string) => ownCookie(SIGNED_IN_COOKIE, publicUrl, { isForScripts: true });

/** Ends the browser's session permanently: deletes its row and its cookie. */
export async function endSession(
  config: Pick<Config, 'publicUrl'>,
  { session }: Request,
  res: Response,
): Promise<void> {
  await settled((done) => session.destroy(done));
  for (const cookie of [ownCookie(COOKIE, config.publicUrl), hint(config.publicUrl)]) {
    res.clearCookie(cookie.name, cookie.attributes);
  }
}

/** Signs a user out in every browser at once. */
export async function endSessionsOf(db: Queryable, userId: string): Promise<void> {
  await db.delete(sessionRows).where(isSessionOf(userId));
}

function settled(start: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Assumes https: a proxy that terminates TLS may not forward that, and browsers use our https
 * address only.
 */
const assumeHttps: RequestHandler = (req, _res, next) => {
  req.headers['x-forwarded-proto'] = 'https';
  next();
};

/**
 * Hash of a session, stored with its payments: identifies the session but cannot be used to take it
 * over.
 */
export const sessionHash = ({ session, sessionID }: Request): string =>
  session.ownerHash ?? createHash('sha256').update(sessionID).digest('hex');
