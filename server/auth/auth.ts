import type { Request, RequestHandler, Response } from 'express';
import passportLibrary from 'passport';
import type pg from 'pg';
import { z } from 'zod';
import type { Config } from '#server/config/index';
import type { Database } from '#server/db/client';
import { AppError } from '#server/errors';
import {
  type Api,
  pathWithoutPersonalData,
  type RateLimiter,
  type SecurityLog,
} from '#server/http/index';
import type { Logger } from '#server/platform/logger';
import type { Registry } from '#server/room';
import type { Endpoint } from '#shared/contracts/endpoints';
import type { Role } from '#shared/domain/permissions';
import { isAdminSessionOpen } from './admin-session';
import { admit, currentAdmin, currentUser, requireThat } from './current-user';
import type { User } from './roles';
import { authRoutes } from './routes';
import { sessions } from './sessions';
import { Issuer } from './sign-in/issuer';
import { PendingSignIns } from './sign-in/pending-sign-in';
import { SignIn } from './sign-in/sign-in';
import type { SignInSettings } from './sign-in/sign-in-settings';
import { findUser, isUser, recordSignIn, recordTeamSignIn } from './users';

/** Sessions in use are extended by a week at a time, but never beyond this age, in ms. */
const MAX_SESSION_MS = 30 * 24 * 3_600_000;

/** A team member whom another process has signed in, as it reports with each request. */
export interface TeamCaller {
  /** Null when the session has closed for lack of use: then they may no more than a voter. */
  member: { id: string; role: Role } | null;
  /** When they last authenticated with the provider, in ms; null when it is not known. */
  authenticatedAt: number | null;
}

/** Tells who has sent a request, instead of the sessions of this process. */
export type CallerIdentity = (req: Request) => Promise<{
  user: User | null;
  authenticatedAt: number | null;
}>;

interface AuthDeps {
  config: Pick<Config, 'publicUrl' | 'sessionSecrets'>;
  settings: SignInSettings;
  db: Database;
  pool: pg.Pool;
  limiter: RateLimiter;
  security: SecurityLog;
  logger: Logger;
  /** Null to identify callers by their session. */
  identity?: CallerIdentity | null | undefined;
}

export interface Auth {
  /** Middleware that sets `req.session`, for routes that need a visitor's session. */
  sessions: RequestHandler[];
  /** Adds the routes for sign-in, sign-out and the current user. */
  addRoutes(api: Api): void;
  /** Admits signed-in users only. */
  requireUser: RequestHandler[];
  /** Admits team members only, by the database's state at the time of the request. */
  requireAdmin: RequestHandler[];
  /**
   * True when a team member has signed in with this browser, even if the session has closed for
   * lack of use. Enough to keep a place for a screen in a hall, and for nothing else.
   */
  isOfTeam(req: Request, res: Response): Promise<boolean>;
  /** Returns the team member who has signed in with this browser; null for everybody else. */
  teamCaller(req: Request, res: Response): Promise<TeamCaller | null>;
  /**
   * For `Api`: checks whether the caller may use an endpoint.
   * @throws AppError as `currentAdmin`
   */
  admit(req: Request, endpoint: Endpoint): void;
}

/** The only user data stored in a session: the user's id and the time of sign-in, in ms. */
const signedIn = z.object({ id: z.string(), at: z.number() });
/** A session as passport stores it. */
const sessionOfUser = z.object({ passport: z.object({ user: signedIn }) });

/** Adds the routes of sign-in. */
export const registerAuth = ({ api }: Registry, { auth }: { auth: Auth }): void =>
  auth.addRoutes(api);

/** Creates sign-in, sign-out, the current user, and the guards of protected routes. */
export function createAuth({
  config,
  settings,
  db,
  pool,
  limiter,
  security,
  logger,
  identity = null,
}: AuthDeps): Auth {
  const withSession = sessions({ config, pool, logger });
  const issuer = new Issuer(settings);
  const publicOrigin = new URL(config.publicUrl).origin;
  const { requiredAcr } = settings;
  const pending = new PendingSignIns(config);
  const signIn = new SignIn({ issuer, pending, publicOrigin, requiredAcr });
  const identify = identity ? identifiedBy(identity) : identifying(db, signIn);
  const identified = [...withSession, identify];
  const requireUser = [...identified, requireThat(currentUser)];
  const isOfTeam: Auth['isOfTeam'] = async (req, res) => {
    if (identity) return Boolean((await identity(req)).user?.role);
    await handledBy(withSession, req, res);
    const { data } = sessionOfUser.safeParse(req.session);
    if (!data || Date.now() - data.passport.user.at > MAX_SESSION_MS) return false;
    return Boolean((await findUser(db, data.passport.user.id))?.role);
  };
  const logRefusal = (req: Request, { status }: AppError) =>
    security.log(req, 'admin-refused', { status, path: pathWithoutPersonalData(req.originalUrl) });
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
    requireAdmin: [...identified, requireThat(currentAdmin, logRefusal)],
    isOfTeam,
    teamCaller: async (req, res) => {
      if (!(await isOfTeam(req, res))) return null;
      await handledBy([identify], req, res);
      const { id, role } = req.user ?? {};
      return {
        member: id !== undefined && role ? { id, role } : null,
        authenticatedAt: req.session.authenticatedAt ?? null,
      };
    },
    admit: (req, endpoint) => {
      try {
        admit(req, endpoint);
      } catch (error) {
        if (error instanceof AppError) logRefusal(req, error);
        throw error;
      }
    },
  };
}

async function handledBy(
  handlers: readonly RequestHandler[],
  req: Request,
  res: Response,
): Promise<void> {
  for (const handle of handlers) {
    await new Promise<void>((resolve, reject) => {
      void Promise.resolve(
        handle(req, res, (error?: unknown) => (error ? reject(error) : resolve())),
      ).catch(reject);
    });
  }
}

/** Sets `req.user` and the time of the sign-in for this request, and stores neither. */
const identifiedBy =
  (identity: CallerIdentity): RequestHandler =>
  async (req, _res, next) => {
    const { user, authenticatedAt } = await identity(req);
    if (user) req.user = user;
    Object.defineProperty(req.session, 'authenticatedAt', {
      value: authenticatedAt ?? undefined,
      enumerable: false,
      configurable: true,
    });
    next();
  };

/** Sets `req.user` from the server's data, whatever the cookie contains. */
function identifying(db: Database, signIn: SignIn): RequestHandler {
  const passport = new passportLibrary.Passport();
  passport.serializeUser<z.infer<typeof signedIn>>(({ id }, done) => {
    done(null, { id, at: Date.now() });
  });
  const find = async (req: Request, stored: unknown) => {
    const { data } = signedIn.safeParse(stored);
    if (!data || Date.now() - data.at > MAX_SESSION_MS) return null;
    const user = await findUser(db, data.id);
    if (!user?.role) return user;
    const isOpen = signIn.isStrong(req.session) && (await isAdminSessionOpen(db, req, data.at));
    return isOpen ? user : null;
  };
  passport.deserializeUser<unknown, Request>((req, stored, done) => {
    find(req, stored).then((user) => done(null, user ?? false), done);
  });
  return passport.session();
}
