import { createHash } from 'node:crypto';
import Bowser from 'bowser';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import type pg from 'pg';
import { SIGNED_IN_COOKIE } from '#shared/domain/cookies';
import { sessions as sessionRows } from '#shared/schema';
import type { Config } from '../config';
import type { Queryable } from '../db/client';
import { askedSafely } from '../db/errors';
import { logFailure, ownCookie } from '../http';
import type { Logger } from '../platform/logger';
import { isSessionOf } from './admin-session';
import type { Proof } from './sign-in/sign-in';

interface Device {
  browser: string | null;
  system: string | null;
}

declare module 'express-session' {
  interface SessionData {
    /** Whether a card payment was started in this session. */
    isVoter: boolean;
    /** Owner of the session's card payments; the session's own id changed by signing in. */
    ownerHash: string;
    /** Proves to the sign-in provider whom to sign out. */
    idToken: string;
    /** When the person last proved to the provider who they are, in ms, as far as it tells. */
    authenticatedAt?: number;
    /** By what, in the provider's word; undefined where it tells none. */
    acr?: string;
    /** As its person knows it. */
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
 * Browser sessions, kept in the database so that every node knows them. Mounted only where a route
 * needs one; a session that nothing was put into leaves neither a row nor a cookie.
 */
export function sessions({ config, pool, logger }: SessionDeps): RequestHandler[] {
  const PgStore = connectPgSimple(session);
  const { name, attributes } = ownCookie(COOKIE, config.publicUrl);
  const store = new PgStore({
    // All that it asks of a pool.
    pool: askedSafely(pool) as unknown as pg.Pool,
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

/** Gives the browser a new session in the person's name; a voter's payments stay theirs. */
export async function startSession(
  req: Request,
  user: Express.User,
  { idToken, authenticatedAt, acr }: Proof,
): Promise<void> {
  const { isVoter } = req.session;
  const ownerHash = sessionHash(req);
  await settled((done) => req.logIn(user, done)); // with a new session id
  Object.assign(
    req.session,
    { idToken },
    authenticatedAt === null ? {} : { authenticatedAt },
    acr === null ? {} : { acr },
    { device: deviceOf(req.get('User-Agent') ?? '') },
    isVoter ? { isVoter, ownerHash } : {},
  );
  // Before the redirect: the browser may be quicker than the database.
  await settled((done) => req.session.save(done));
}

/**
 * Marks the browser's session as that of a voter. It is stored here, and not with the answer: the
 * answer's cookie, with which alone a payment can go on, would lead nowhere if that failed.
 */
export async function keepForVoter({ session }: Request): Promise<void> {
  if (session.isVoter) return;
  session.isVoter = true;
  await settled((done) => session.save(done));
}

/** The names alone, for people to tell their browsers apart: versions would tell strangers more. */
function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}

/** Leaves word for our own pages that it is worth asking who is signed in. */
export function hintSignedIn({ publicUrl }: Pick<Config, 'publicUrl'>, res: Response): void {
  const { name, attributes } = hint(publicUrl);
  res.cookie(name, '1', { ...attributes, maxAge: WEEK_MS });
}

const hint = (publicUrl: string) => ownCookie(SIGNED_IN_COOKIE, publicUrl, { isForScripts: true });

/** Ends the browser's session for good: its row goes, and the cookie with it. */
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

/** Signs a person out in every browser, at once. */
export async function endSessionsOf(db: Queryable, userId: string): Promise<void> {
  await db.delete(sessionRows).where(isSessionOf(userId));
}

function settled(start: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}

/** A proxy that ends the encryption may not say so; browsers know us by an https address only. */
const assumeHttps: RequestHandler = (req, _res, next) => {
  req.headers['x-forwarded-proto'] = 'https';
  next();
};

/** What a payment keeps of the session it belongs to: enough to know it again, not to take it over. */
export const sessionHash = ({ session, sessionID }: Request): string =>
  session.ownerHash ?? createHash('sha256').update(sessionID).digest('hex');
