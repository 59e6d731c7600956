import { z } from 'zod';

/** What failed: drawing a page, something nobody waited for, code that did not come, the start itself. */
export const FAILURE_KINDS = ['page', 'promise', 'code', 'start', 'payment'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Kinds of pages, by how their addresses begin: the rest may name an artist or a payment. */
export const FAILING_PAGES = [
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
 * A browser tells that the site's own code has failed in it. Which browser it is the server reads
 * from the request itself.
 */
export const phoneFailure = z.strictObject({
  kind: z.enum(FAILURE_KINDS),
  /** What is no such beginning becomes `other`. */
  page: z.enum(FAILING_PAGES).catch('other'),
  /** The error's own words, without what stands in quotation marks, addresses and figures. */
  message: z.string().max(200),
  /** Innermost first: places in our own files, as `/assets/index-a1b2.js:1:2345`. */
  frames: z.array(z.string().regex(/^\/[\w./~-]{1,120}\.js:\d{1,6}:\d{1,8}$/)).max(5),
  language: z.enum(['en', 'fr']),
});
export type PhoneFailure = z.infer<typeof phoneFailure>;
