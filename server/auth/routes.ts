import type { ErrorRequestHandler, RequestHandler } from 'express';
import { SIGN_IN_PARAMETER } from '#shared/domain/sign-in';
import type { Config } from '../config';
import type { Api } from '../http';
import type { Logger } from '../platform/logger';
import type { User } from './admin-rights';
import { currentUser } from './current-user';
import { endSession, startSession } from './sessions';
import type { Issuer } from './sign-in/issuer';
import type { Profile } from './sign-in/profile';
import { returnPath } from './sign-in/return-path';
import { CALLBACK_PATH, type SignIn } from './sign-in/sign-in';
import { problemBehind, protocolReason } from './sign-in/sign-in-error';

const LOGIN_PATH = '/api/login';
const LOGOUT_PATH = '/api/logout';

interface AuthRouteDeps {
  config: Pick<Config, 'publicUrl'>;
  issuer: Issuer;
  signIn: SignIn;
  /** Writes down who has just signed in. */
  recordSignIn(profile: Profile): Promise<User>;
  /** What makes `req.session` and `req.user`. */
  identified: RequestHandler[];
  requireUser: RequestHandler[];
  logger: Logger;
}

/** Signing in and out takes the whole page elsewhere and back; errors come home with a reason. */
export function authRoutes(api: Api, deps: AuthRouteDeps): void {
  const { config, issuer, signIn, recordSignIn, identified, requireUser, logger } = deps;
  const { origin, host } = new URL(config.publicUrl);

  api.serve(
    'GET /api/auth/user',
    ({ req }) => {
      const { id, email, firstName, lastName, profileImageUrl, isAdmin } = currentUser(req);
      return { id, email, firstName, lastName, profileImageUrl, isAdmin };
    },
    { before: requireUser },
  );

  const pages = [LOGIN_PATH, CALLBACK_PATH, LOGOUT_PATH];
  api.router.use(pages, neverStored);
  api.mount('GET', LOGIN_PATH, async (req, res) => {
    const returnTo = returnPath(req.query.returnTo, origin);
    // The cookie must be where the provider sends the browser back to. Once only: behind a proxy
    // that renames us every request looks like this.
    if (req.get('host') !== host && req.query.moved === undefined) {
      const { language } = req.query;
      const moved = new URLSearchParams({
        returnTo,
        ...(typeof language === 'string' ? { language } : {}),
        moved: '1',
      });
      res.redirect(`${origin}${LOGIN_PATH}?${moved}`);
      return;
    }
    await signIn.begin(req, res, returnTo);
  });
  api.mount('GET', CALLBACK_PATH, ...identified, async (req, res) => {
    const { profile, idToken, returnTo } = await signIn.complete(req, res);
    const user = await recordSignIn(profile);
    await startSession(req, user.id, idToken);
    res.redirect(returnTo);
  });
  api.mount('GET', LOGOUT_PATH, ...identified, async (req, res) => {
    const { idToken } = req.session;
    await endSession(config, req, res);
    const farewell = idToken ? await issuer.endSessionUrl(idToken, `${origin}/`) : null;
    res.redirect(farewell ?? '/');
  });
  api.router.use(pages, homeWithReason(logger));
}

const neverStored: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

function homeWithReason(logger: Logger): ErrorRequestHandler {
  // Express tells an error handler by its four parameters.
  return (error, req, res, _next) => {
    const reason = protocolReason(error);
    if (reason === null) logger.error({ err: error }, 'a sign-in failed on our side');
    else logger.warn({ reason }, 'a sign-in failed');
    const isLeaving = req.baseUrl === LOGOUT_PATH;
    // Another tab was quicker: here nothing is left to do.
    if (req.user && !isLeaving) {
      res.redirect('/');
      return;
    }
    const problem = isLeaving ? 'stillSignedIn' : problemBehind(error);
    res.redirect(`/?${new URLSearchParams({ [SIGN_IN_PARAMETER]: problem })}`);
  };
}
