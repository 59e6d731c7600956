import type { Request, RequestHandler } from 'express';
import type { Endpoint } from '#shared/contracts/endpoints';
import { may } from '#shared/domain/permissions';
import { AppError, forbidden, unauthorized } from '../errors';
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
 * @throws AppError as `currentAdmin`
 */
export function admit(req: Request, { permission }: Endpoint): void {
  if (permission && !may(currentAdmin(req).role, permission)) throw forbidden();
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
