import type { Handler } from 'express';
import { followShortLink } from '#server/catalog/index';
import type { Queryable } from '#server/db/client';

/**
 * Redirects from `/a/:slug` and `/c/:slug`; unknown slugs are left to the pages, which report it.
 */
export const shortLinks =
  (db: Queryable): Handler =>
  async (req, res, next) => {
    const target = await followShortLink(db, req.path);
    // The page of posters is at a short link itself.
    if (!target?.startsWith('/') || target === req.path) return next();
    const url = new URL(target, 'http://site.invalid');
    // Language and source of the link.
    for (const [name, value] of Object.entries(req.query)) {
      if (typeof value === 'string' && !url.searchParams.has(name)) {
        url.searchParams.set(name, value);
      }
    }
    // Not permanent: the artist may be nominated elsewhere tomorrow.
    res.set('Cache-Control', 'no-cache').redirect(302, `${url.pathname}${url.search}`);
  };
