import { createHash } from 'node:crypto';
import connectPgSimple from 'connect-pg-simple';
import type { CookieOptions, Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import type pg from 'pg';
import type { Config } from '../config';
import type { Logger } from '../platform/logger';

declare module 'express-session' {
  interface SessionData {
    /** Whether a card payment was started in this session. */
    isVoter: boolean;
    /** Whose card payments these are, when the session got another id by signing in. */
    ownerHash: string;
    /** What a sign-in under way comes back to. */
    returnTo: string;
    /** Proves to the sign-in provider whom to sign out. */
    idToken: string;
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
  const { name, attributes } = sessionCookie(config);
  const store = new PgStore({
    pool,
    tableName: 'sessions',
    errorLog: (err: unknown) => logger.error({ err }, 'the session store failed'),
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

function sessionCookie({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:');
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } satisfies CookieOptions;
  // Browsers take a name with this prefix only from us, over https, for the whole site.
  return { name: secure ? '__Host-session' : 'session', attributes };
}

/** Ends the browser's session for good: its row goes, and the cookie with it. */
export async function endSession(
  config: Pick<Config, 'publicUrl'>,
  { session }: Request,
  res: Response,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    session.destroy((error: unknown) => (error ? reject(error) : resolve()));
  });
  const { name, attributes } = sessionCookie(config);
  res.clearCookie(name, attributes);
}

/** A proxy that ends the encryption may not say so; browsers know us by an https address only. */
const assumeHttps: RequestHandler = (req, _res, next) => {
  req.headers['x-forwarded-proto'] = 'https';
  next();
};

/** What a payment keeps of the session it belongs to: enough to know it again, not to take it over. */
export const sessionHash = ({ session, sessionID }: Request): string =>
  session.ownerHash ?? createHash('sha256').update(sessionID).digest('hex');
