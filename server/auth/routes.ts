import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { Config } from '#server/config/index';
import { AppError } from '#server/errors';
import {
  type Api,
  isCrossSite,
  logFailure,
  type RateLimiter,
  type SecurityLog,
  SIGN_INS,
} from '#server/http/index';
import type { Logger } from '#server/platform/logger';
import { LANGUAGES } from '#shared/domain/localized';
import { AGAIN_PARAMETER, SIGN_IN_PARAMETER, type SignInProblem } from '#shared/domain/sign-in';
import { type ConfirmedAction, PAGE_POLICY, renderConfirmation } from './confirm-action/page';
import { currentUser } from './current-user';
import { endSession, hintSignedIn, startSession } from './sessions';
import type { Issuer } from './sign-in/issuer';
import type { Profile } from './sign-in/profile';
import { returnPath } from './sign-in/return-path';
import { CALLBACK_PATH, type SignIn } from './sign-in/sign-in';
import {
  OtherAccountError,
  problemBehind,
  protocolReason,
  SecondFactorError,
} from './sign-in/sign-in-error';
import type { RecordedSignIn } from './users';

/**
 * Guards a navigation that changes the session: if another site links to it, a page asks for
 * confirmation first, with a button that posts to the same address.
 */
const askFirst =
  (wish: ConfirmedAction, publicOrigin: string): RequestHandler =>
  (req, res, next) => {
    if (!isCrossSite(req, publicOrigin)) return next();
    const requested = req.query.language ?? req.acceptsLanguages(...LANGUAGES);
    const language = LANGUAGES.find((language) => language === requested) ?? 'en';
    const page = renderConfirmation({ wish, language, action: req.originalUrl });
    res.set('Content-Security-Policy', PAGE_POLICY).type('html').send(page);
  };

const LOGIN_PATH = '/api/login';
const LOGOUT_PATH = '/api/logout';

interface AuthRouteDeps {
  config: Pick<Config, 'publicUrl'>;
  issuer: Issuer;
  signIn: SignIn;
  /** Records a sign-in. */
  recordSignIn(profile: Profile): Promise<RecordedSignIn>;
  recordTeamSignIn(userId: string): Promise<void>;
  /** True when the provider's profile belongs to the user of this id. */
  isUser(id: string, profile: Profile): Promise<boolean>;
  /** Middleware that sets `req.session` and `req.user`. */
  identified: RequestHandler[];
  requireUser: RequestHandler[];
  limiter: RateLimiter;
  security: SecurityLog;
  logger: Logger;
}

/**
 * Routes of sign-in and sign-out, which are whole-page redirects; errors return to the site with a
 * reason.
 */
export function authRoutes(api: Api, deps: AuthRouteDeps): void {
  const {
    config,
    issuer,
    signIn,
    recordSignIn,
    recordTeamSignIn,
    isUser,
    identified,
    requireUser,
    limiter,
    security,
    logger,
  } = deps;
  const { origin, host } = new URL(config.publicUrl);

  api.serve(
    'GET /api/auth/user',
    ({ req, res }) => {
      hintSignedIn(config, res);
      const { id, email, firstName, lastName, profileImageUrl, isAdmin, role } = currentUser(req);
      return { id, email, firstName, lastName, profileImageUrl, isAdmin, role };
    },
    { before: requireUser },
  );

  const pages = [LOGIN_PATH, CALLBACK_PATH, LOGOUT_PATH];
  api.router.use(pages, neverStored);
  const atOwnHost: RequestHandler = (req, res, next) => {
    // The cookie must be on the host to which the provider redirects the browser. Redirects only
    // once: behind a proxy that changes the host, every request looks like this.
    if (req.get('host') === host || req.query.moved !== undefined) return next();
    const { language, [AGAIN_PARAMETER]: again } = req.query;
    const moved = new URLSearchParams({
      returnTo: returnPath(req.query.returnTo, origin),
      ...(typeof language === 'string' ? { language } : {}),
      ...(again === undefined ? {} : { [AGAIN_PARAMETER]: '1' }),
      moved: '1',
    });
    res.redirect(`${origin}${LOGIN_PATH}?${moved}`);
  };
  const markFailureShown = (req: Request, error: unknown) => {
    const reason = protocolReason(error);
    if (reason === null)
      logFailure(logger, error, 'a sign-in or sign-out failed with a server error');
    if (req.baseUrl !== LOGOUT_PATH) {
      security.log(req, 'sign-in-refused', { reason: reason ?? 'our side' });
    }
  };
  const counted: RequestHandler = async (req, _res, next) => {
    await limiter.countFrom(req.ip, SIGN_INS);
    next();
  };
  const login: RequestHandler[] = [
    counted,
    ...identified,
    ({ query, user }, res) =>
      signIn.begin(res, {
        returnTo: returnPath(query.returnTo, origin),
        language: LANGUAGES.find((one) => one === query.language),
        // A user who is no longer signed in gets a normal sign-in.
        again: query[AGAIN_PARAMETER] === undefined ? undefined : user?.id,
      }),
  ];
  api.mount('GET', LOGIN_PATH, atOwnHost, askFirst('login', origin), ...login);
  api.mount('POST', LOGIN_PATH, atOwnHost, ...login);
  api.mount('GET', CALLBACK_PATH, counted, ...identified, async (req, res) => {
    const pending = await signIn.takePending(req, res);
    const { returnTo, language, again } = pending;
    try {
      const { profile, ...proof } = await signIn.complete(req, pending);
      if (again !== undefined && !(await isUser(again, profile))) throw new OtherAccountError();
      const { user, roles } = await recordSignIn(profile);
      for (const change of roles) {
        security.log(req, change.role ? 'role-given' : 'role-taken', change);
      }
      if (user.role && !signIn.isStrong(proof)) {
        if (pending.isStrong) throw new SecondFactorError();
        // The user is not known to be a team member before this point.
        return await signIn.begin(res, { returnTo, language, isStrong: true });
      }
      if (user.role) await recordTeamSignIn(user.id);
      await startSession(req, user, proof);
      hintSignedIn(config, res);
      security.log(req, 'signed-in', { userId: user.id, role: user.role });
      res.redirect(returnTo);
    } catch (error) {
      if (again === undefined) throw error;
      // The user stays signed in as before, and sees the reason on the page they came from.
      markFailureShown(req, error);
      res.redirect(withProblem(returnTo, problemBehind(error), origin));
    }
  });
  const logout: RequestHandler[] = [
    ...identified,
    async (req, res) => {
      const { idToken } = req.session;
      await endSession(config, req, res);
      if (req.user) security.log(req, 'signed-out');
      const farewell = idToken ? await issuer.endSessionUrl(idToken, `${origin}/`) : null;
      res.redirect(farewell ?? '/');
    },
  ];
  api.mount('GET', LOGOUT_PATH, askFirst('logout', origin), ...logout);
  api.mount('POST', LOGOUT_PATH, ...logout);
  api.router.use(pages, homeWithReason(markFailureShown, origin));
}

/** Adds the result of the sign-in to a path of this site. */
function withProblem(path: string, problem: SignInProblem, publicOrigin: string): string {
  const { pathname, hash, searchParams } = new URL(path, publicOrigin);
  searchParams.set(SIGN_IN_PARAMETER, problem);
  return `${pathname}?${searchParams}${hash}`;
}

const neverStored: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

function homeWithReason(
  markFailureShown: (req: Request, error: unknown) => void,
  publicOrigin: string,
): ErrorRequestHandler {
  return (error, req, res, next) => {
    // Requests started neither by our own page nor by the user.
    if (error instanceof AppError && error.code === 'cross-origin') return next(error);
    const isLeaving = req.baseUrl === LOGOUT_PATH;
    markFailureShown(req, error);
    if (req.baseUrl === LOGIN_PATH && req.query[AGAIN_PARAMETER] !== undefined) {
      const returnTo = returnPath(req.query.returnTo, publicOrigin);
      res.redirect(withProblem(returnTo, problemBehind(error), publicOrigin));
      return;
    }
    // Another tab was faster: nothing is left to do here.
    if (req.user && !isLeaving) {
      res.redirect('/');
      return;
    }
    const problem = isLeaving ? 'stillSignedIn' : problemBehind(error);
    res.redirect(withProblem('/', problem, publicOrigin));
  };
}
