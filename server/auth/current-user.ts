import type { Request, RequestHandler } from 'express';
import { forbidden, unauthorized } from '../errors';
import type { User } from './admin-rights';

declare global {
  namespace Express {
    interface Request {
      /** Who is signed in, as the database knows them at this request. */
      user?: User;
    }
  }
}

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
  (find: (req: Request) => User): RequestHandler =>
  (req, res, next) => {
    res.set('Cache-Control', 'no-store');
    find(req);
    next();
  };
