import type { RequestHandler } from 'express';

/** For pages whose addresses may carry a number or a secret, and which change at any moment. */
export const pageHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  next();
};

/** Nothing inline and nothing from elsewhere. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
