import type { Handler } from 'express';
import { followShortLink } from '#server/catalog/index';
import type { Queryable } from '#server/db/client';

/** Leads on from `/a/:slug` and `/c/:slug`; what leads nowhere is left to the pages, which say so. */
export const shortLinks =
  (db: Queryable): Handler =>
  async (req, res, next) => {
    const target = await followShortLink(db, req.path);
    // The page of posters is one itself.
    if (!target?.startsWith('/') || target === req.path) return next();
    const url = new URL(target, 'http://site.invalid');
    // Its language, and where it was shared.
    for (const [name, value] of Object.entries(req.query)) {
      if (typeof value === 'string' && !url.searchParams.has(name)) {
        url.searchParams.set(name, value);
      }
    }
    // Not for good: the artist may be nominated elsewhere tomorrow.
    res.set('Cache-Control', 'no-cache').redirect(302, `${url.pathname}${url.search}`);
  };
