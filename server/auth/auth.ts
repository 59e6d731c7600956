import type { Request, RequestHandler } from 'express';
import passportLibrary from 'passport';
import type pg from 'pg';
import { z } from 'zod';
import type { Endpoint } from '#shared/contracts/endpoints';
import type { Config } from '../config';
import type { Database } from '../db/client';
import { AppError } from '../errors';
import { type Api, impersonalPath, type RateLimiter, type SecurityLog } from '../http';
import type { Logger } from '../platform/logger';
import { isAdminSessionOpen } from './admin-session';
import { admit, currentAdmin, currentUser, requireThat } from './current-user';
import { authRoutes } from './routes';
import { sessions } from './sessions';
import { Issuer } from './sign-in/issuer';
import { PendingSignIns } from './sign-in/pending-sign-in';
import { SignIn } from './sign-in/sign-in';
import type { SignInSettings } from './sign-in/sign-in-settings';
import { findUser, isUser, recordSignIn, recordTeamSignIn } from './users';

/** A session in use lives on for a week at a time, but never longer than this. */
const MAX_SESSION_MS = 30 * 24 * 3_600_000;

interface AuthDeps {
  config: Pick<Config, 'publicUrl' | 'sessionSecrets'>;
  settings: SignInSettings;
  db: Database;
  pool: pg.Pool;
  limiter: RateLimiter;
  security: SecurityLog;
  logger: Logger;
}

export interface Auth {
  /** What makes `req.session`, for routes that need one of a visitor. */
  sessions: RequestHandler[];
  /** Signing in and out, and who one is. */
  addRoutes(api: Api): void;
  /** Lets who is signed in pass. */
  requireUser: RequestHandler[];
  /** Lets the team pass, as the database knows them at this very request. */
  requireAdmin: RequestHandler[];
  /**
   * For `Api`: whether who asks may use an endpoint.
   * @throws AppError as `currentAdmin`
   */
  admit(req: Request, endpoint: Endpoint): void;
}

/** Who is signed in, and since when in ms; nothing else of them is kept in a session. */
const signedIn = z.object({ id: z.string(), at: z.number() });

/** Who is signed in, how they get in and out, and what keeps the others out. */
export function createAuth({
  config,
  settings,
  db,
  pool,
  limiter,
  security,
  logger,
}: AuthDeps): Auth {
  const withSession = sessions({ config, pool, logger });
  const issuer = new Issuer(settings);
  const publicOrigin = new URL(config.publicUrl).origin;
  const { requiredAcr } = settings;
  const pending = new PendingSignIns(config);
  const signIn = new SignIn({ issuer, pending, publicOrigin, requiredAcr });
  const identified = [...withSession, identifying(db, signIn)];
  const requireUser = [...identified, requireThat(currentUser)];
  const tellRefusal = (req: Request, { status }: AppError) =>
    security.tell(req, 'admin-refused', { status, path: impersonalPath(req.originalUrl) });
  return {
    sessions: withSession,
    addRoutes: (api) =>
      authRoutes(api, {
        config,
        issuer,
        signIn,
        recordSignIn: (profile) => recordSignIn(db, profile, settings.listed),
        recordTeamSignIn: (userId) => recordTeamSignIn(db, userId),
        isUser: (id, profile) => isUser(db, id, profile),
        identified,
        requireUser,
        limiter,
        security,
        logger,
      }),
    requireUser,
    requireAdmin: [...identified, requireThat(currentAdmin, tellRefusal)],
    admit: (req, endpoint) => {
      try {
        admit(req, endpoint);
      } catch (error) {
        if (error instanceof AppError) tellRefusal(req, error);
        throw error;
      }
    },
  };
}

/** Makes `req.user` of who is signed in, by what the server knows, whatever the cookie says. */
function identifying(db: Database, signIn: SignIn): RequestHandler {
  const passport = new passportLibrary.Passport();
  passport.serializeUser<z.infer<typeof signedIn>>(({ id }, done) => {
    done(null, { id, at: Date.now() });
  });
  const find = async (req: Request, kept: unknown) => {
    const { data } = signedIn.safeParse(kept);
    if (!data || Date.now() - data.at > MAX_SESSION_MS) return null;
    const user = await findUser(db, data.id);
    if (!user?.role) return user;
    const isOpen = signIn.isStrong(req.session) && (await isAdminSessionOpen(db, req, data.at));
    return isOpen ? user : null;
  };
  passport.deserializeUser<unknown, Request>((req, kept, done) => {
    find(req, kept).then((user) => done(null, user ?? false), done);
  });
  return passport.session();
}
