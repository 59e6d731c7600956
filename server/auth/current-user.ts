import type { Request, RequestHandler } from 'express';
import type { Endpoint } from '#shared/contracts/endpoints';
import { may } from '#shared/domain/permissions';
import { RECENT_SIGN_IN_MS } from '#shared/domain/sign-in';
import { AppError, forbidden, signInAgain, unauthorized } from '../errors';
import type { User } from './roles';

declare global {
  namespace Express {
    /** What passport calls the person who is signed in, as the database knows them at this request. */
    interface User extends UserRow {}
  }
}
type UserRow = User;

/**
 * The person who is signed in.
 * @throws AppError 401
 */
export function currentUser({ user }: Request): User {
  if (!user) throw unauthorized();
  return user;
}

/**
 * Whoever of the team is behind a request.
 * @throws AppError 401 when signed out, 403 for everyone else
 */
export function currentAdmin(req: Request): User {
  const user = currentUser(req);
  if (!user.role) throw forbidden();
  return user;
}

/**
 * Lets a request to an endpoint pass when it is for everybody, or for the role of who asks.
 * @throws AppError as `currentAdmin`, and as `requireRecentSignIn` where the endpoint does
 * what wants one
 */
export function admit(req: Request, { permission, does = [] }: Endpoint): void {
  if (permission && !may(currentAdmin(req).role, permission)) throw forbidden();
  if (does.length > 0) requireRecentSignIn(req);
}

/**
 * For what a session left open is not enough for, by the time that the sign-in provider has told.
 * @throws AppError 403, after which the client has the person sign in again and repeats the request
 */
export function requireRecentSignIn({ session: { authenticatedAt } }: Request): void {
  const isRecent =
    authenticatedAt !== undefined && Date.now() - authenticatedAt <= RECENT_SIGN_IN_MS;
  if (!isRecent) throw signInAgain();
}

/** Lets a request pass when `find` does not throw; the answer is never cached. */
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
