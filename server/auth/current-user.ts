import type { Request, RequestHandler } from 'express';
import { AppError, forbidden, unauthorized } from '../errors';
import type { User } from './admin-rights';

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
 * The administrator behind a request.
 * @throws AppError 401 when signed out, 403 for everyone else
 */
export function currentAdmin(req: Request): User {
  const user = currentUser(req);
  if (!user.isAdmin) throw forbidden();
  return user;
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
