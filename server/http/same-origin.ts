import type { Request, RequestHandler } from 'express';
import { AppError } from '#server/errors';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True when another site's page started the request with our visitor's cookies. Browsers send
 * `Sec-Fetch-Site`, or at least `Origin` or `Referer`. A client that sends none is not a browser
 * and has no visitor's cookie, or it is an old browser whose user typed the address.
 */
export function isCrossSite(req: Request, publicOrigin: string): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = req.get('origin') ?? originOf(req.get('referer'));
  return origin !== undefined && origin !== publicOrigin;
}

const originOf = (address: string | undefined): string | undefined =>
  address === undefined || !URL.canParse(address) ? address : new URL(address).origin;

/** Rejects state changes started by another site's page. */
export function sameOriginOnly(publicOrigin: string): RequestHandler {
  const refuse = sameOriginForAllMethods(publicOrigin);
  return (req, res, next) => (SAFE_METHODS.has(req.method) ? next() : refuse(req, res, next));
}

/** Rejects every request started by another site's page, including reads that send data along. */
export function sameOriginForAllMethods(publicOrigin: string): RequestHandler {
  return (req, _res, next) => {
    if (isCrossSite(req, publicOrigin)) {
      throw new AppError(403, 'cross-origin', 'This request came from another site');
    }
    next();
  };
}
