import type { Request, RequestHandler } from 'express';
import { AppError, forbidden, signInAgain, unauthorized } from '#server/errors';
import type { Endpoint } from '#shared/contracts/endpoints';
import { may } from '#shared/domain/permissions';
import { RECENT_SIGN_IN_MS } from '#shared/domain/sign-in';
import type { User } from './roles';

declare global {
  namespace Express {
    /**
     * Passport's name for the signed-in user, with the database's state at the time of the request.
     */
    interface User extends UserRow {}
  }
}
type UserRow = User;

/**
 * Returns the signed-in user.
 * @throws AppError 401
 */
export function currentUser({ user }: Request): User {
  if (!user) throw unauthorized();
  return user;
}

/**
 * Returns the team member who sent a request.
 * @throws AppError 401 when signed out, 403 for everyone else
 */
export function currentAdmin(req: Request): User {
  const user = currentUser(req);
  if (!user.role) throw forbidden();
  return user;
}

/**
 * Admits a request to an endpoint that is public or allowed for the caller's role.
 * @throws AppError as `currentAdmin`, and as `requireRecentSignIn` if the endpoint requires a
 *   recent sign-in
 */
export function admit(req: Request, { permission, effects = [] }: Endpoint): void {
  if (permission && !may(currentAdmin(req).role, permission)) throw forbidden();
  if (effects.length > 0) requireRecentSignIn(req);
}

/**
 * Guards actions that require a recent sign-in, by the time reported by the sign-in provider.
 * @throws AppError 403, after which the client has the user sign in again and repeats the request
 */
export function requireRecentSignIn({ session: { authenticatedAt } }: Request): void {
  const isRecent =
    authenticatedAt !== undefined && Date.now() - authenticatedAt <= RECENT_SIGN_IN_MS;
  if (!isRecent) throw signInAgain();
}

/** Admits a request if `find` does not throw; the response is never cached. */
export const requireThat =
  (
    find: (req: Request) => User,
    onRefusal?: (req: Request, refusal: AppError) => void,
  ): RequestHandler =>
  (req, res, next) => {
    res.set('Cache-Control', 'no-store');
    try {
      find(req);
    } catch (error) {
      if (error instanceof AppError) onRefusal?.(req, error);
      throw error;
    }
    next();
  };
