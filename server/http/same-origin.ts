import type { Request, RequestHandler } from 'express';
import { AppError } from '../errors';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether another site's page started the request, with our visitor's cookies. Browsers send
 * `Sec-Fetch-Site`, or at least `Origin` or `Referer`; a caller that sends none of them is no browser
 * and carries no visitor's cookie, or is an old one whose person typed the address.
 */
export function isFromElsewhere(req: Request, publicOrigin: string): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = req.get('origin') ?? originOf(req.get('referer'));
  return origin !== undefined && origin !== publicOrigin;
}

const originOf = (address: string | undefined): string | undefined =>
  address === undefined || !URL.canParse(address) ? address : new URL(address).origin;

/** Refuses state changes that another site's page starts. */
export function sameOriginOnly(publicOrigin: string): RequestHandler {
  const refuse = neverFromElsewhere(publicOrigin);
  return (req, res, next) => (SAFE_METHODS.has(req.method) ? next() : refuse(req, res, next));
}

/** Refuses whatever another site's page starts: reads too, where they take data along. */
export function neverFromElsewhere(publicOrigin: string): RequestHandler {
  return (req, _res, next) => {
    if (isFromElsewhere(req, publicOrigin)) {
      throw new AppError(403, 'cross-origin', 'This request came from another site');
    }
    next();
  };
}
