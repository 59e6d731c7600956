import type { RequestHandler } from 'express';
import { isFromElsewhere } from '#server/http/index';
import { LANGUAGES } from '#shared/domain/localized';
import { PAGE_POLICY, renderAskFirst, type Wish } from './page';

/**
 * Guards a navigation that changes the session: if another site links to it, a page asks for
 * confirmation first, with a button that posts to the same address.
 */
export const askFirst =
  (wish: Wish, publicOrigin: string): RequestHandler =>
  (req, res, next) => {
    if (!isFromElsewhere(req, publicOrigin)) return next();
    const wanted = req.query.language ?? req.acceptsLanguages(...LANGUAGES);
    const language = LANGUAGES.find((one) => one === wanted) ?? 'en';
    const page = renderAskFirst({ wish, language, action: req.originalUrl });
    res.set('Content-Security-Policy', PAGE_POLICY).type('html').send(page);
  };
