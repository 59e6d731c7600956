import { createHash } from 'node:crypto';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import type pg from 'pg';
import type { Config } from './config';
import type { Logger } from './logger';

declare module 'express-session' {
  interface SessionData {
    /** Whether somebody has started a card payment here. */
    isVoter: boolean;
  }
}

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
  const isHttps = config.publicUrl.startsWith('https:');
  const store = new PgStore({
    pool,
    tableName: 'sessions',
    errorLog: (err: unknown) => logger.error({ err }, 'the session store failed'),
  });
  const middleware = session({
    store,
    // Browsers take a name with this prefix only from us, over https, for the whole site.
    name: isHttps ? '__Host-session' : 'session',
    secret: config.sessionSecrets,
    resave: false,
    saveUninitialized: false,
    rolling: true,
    proxy: true,
    cookie: { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/', maxAge: WEEK_MS },
  });
  return isHttps ? [assumeHttps, middleware] : [middleware];
}

/** A proxy that ends the encryption may not say so; browsers know us by an https address only. */
const assumeHttps: RequestHandler = (req, _res, next) => {
  req.headers['x-forwarded-proto'] = 'https';
  next();
};

/** What a payment keeps of the session it belongs to: enough to know it again, not to take it over. */
export const sessionHash = ({ sessionID }: Request): string =>
  createHash('sha256').update(sessionID).digest('hex');
