import { z } from 'zod';

/**
 * The part that failed: rendering a page, an unhandled promise, loading code, the start, or a
 * payment.
 */
export const CLIENT_ERROR_KINDS = ['page', 'promise', 'code', 'start', 'payment'] as const;
export type ClientErrorKind = (typeof CLIENT_ERROR_KINDS)[number];

/** Kinds of pages, by the start of their addresses: the rest may name an artist or a payment. */
export const REPORTED_PAGES = [
  'categories',
  'category',
  'share',
  'checkout',
  'my-receipts',
  'payment-help',
  'count',
  'a',
  'screen',
  'admin',
  'other',
] as const;

/**
 * A browser's report of a failure of the site's code. The server reads the browser's name from the
 * request's headers.
 */
export const clientError = z.strictObject({
  kind: z.enum(CLIENT_ERROR_KINDS),
  /** Any other value becomes `other`. */
  page: z.enum(REPORTED_PAGES).catch('other'),
  /** The error's message without quotations, addresses and figures. */
  message: z.string().max(200),
  /** Innermost frame first: positions in our own files, as `/assets/index-a1b2.js:1:2345`. */
  frames: z.array(z.string().regex(/^\/[\w./~-]{1,120}\.js:\d{1,6}:\d{1,8}$/)).max(5),
  language: z.enum(['en', 'fr']),
});
export type ClientError = z.infer<typeof clientError>;
