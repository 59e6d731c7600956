import type { RequestHandler } from 'express';

/**
 * Headers of pages whose addresses may contain a number or a secret, and which change at any
 * moment.
 */
export const pageHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  next();
};

/** Allows nothing inline and nothing from other origins. */
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
