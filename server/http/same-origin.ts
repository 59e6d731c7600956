import type { RequestHandler } from 'express';
import { AppError } from '../errors';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state changes that another site's page starts with our visitor's cookies.
 * Browsers send `Sec-Fetch-Site` or at least `Origin`; a caller that sends neither is no browser
 * and carries no visitor's cookie.
 */
export function sameOriginOnly(publicOrigin: string): RequestHandler {
  return (req, _res, next) => {
    if (SAFE_METHODS.has(req.method)) return next();
    const site = req.get('sec-fetch-site');
    const origin = req.get('origin');
    const isOurs =
      site === undefined
        ? origin === undefined || origin === publicOrigin
        : site === 'same-origin' || site === 'none';
    if (!isOurs) throw new AppError(403, 'cross-origin', 'This request came from another site');
    next();
  };
}
