import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Handler, Request } from 'express';
import type { PageNeeds } from '#shared/contracts/pages';
import { LANGUAGE_COOKIE, SIGNED_IN_COOKIE } from '#shared/domain/cookies';
import type { Language } from '#shared/domain/localized';
import type { Config } from '../config';
import { AppError } from '../errors';
import {
  acceptedLanguage,
  cookieIn,
  ownCookie,
  SHARED_FOR_A_MOMENT,
  sharedKey,
  sharedKeyOf,
} from '../http';
import type { Logger } from '../platform/logger';
import type { Content, Copy, ReadCache } from '../platform/read-cache';
import type { BuiltSite } from './built-site';
import { PageDocument } from './document';

/** How long the nominees keep their order while no vote comes in. */
const ORDER_LASTS_MS = 60_000;

/** The visitor's choice; otherwise French for a browser that asks for it first, else English. */
export function languageOf(req: IncomingMessage, publicUrl: string): Language {
  const chosen = cookieIn(req, ownCookie(LANGUAGE_COOKIE, publicUrl).name);
  if (chosen === 'fr' || chosen === 'en') return chosen;
  return acceptedLanguage(req);
}

/** Under what the answer to a request stands in the cache, if it does. */
export function cacheKey(req: IncomingMessage, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  const { url = '' } = req;
  return url.startsWith('/api/')
    ? sharedKeyOf(req)
    : sharedKey(languageOf(req, publicUrl), pathOf(url));
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

interface PagesDeps {
  site: BuiltSite;
  cache: ReadCache;
  publicUrl: string;
  /** What the API answers at an address to anybody who reads a language, as JSON. */
  answer(address: string, language: Language): Promise<unknown>;
  logger: Logger;
}

/**
 * The site at every address that is no file of ours: a finished page in the language asked for, where
 * it is the same for everybody, else the empty document into which the browser draws.
 */
export function pages(deps: PagesDeps): Handler {
  const { site, cache, publicUrl, logger } = deps;
  const documents = new PageDocument(site);
  /** Null for what browsers draw, an address without a page among it. */
  const finished = async (path: string, language: Language): Promise<Copy | null> => {
    // The start page leads there.
    const drawnPath = path === '/' ? '/categories' : path;
    if (!site.renderer.draws(drawnPath)) return null;
    try {
      return await cache.get(
        sharedKey(language, path),
        drawing({ ...deps, documents, path: drawnPath, language }),
      );
    } catch (error) {
      if (!(error instanceof AppError)) logger.error({ err: error }, 'a page could not be drawn');
      return null;
    }
  };
  return async (req, res) => {
    const language = languageOf(req, publicUrl);
    const copy = await finished(pathOf(req.url), language);
    if (copy) return cache.send(req, res, copy);
    res.set({ 'Cache-Control': 'no-cache', 'Content-Language': language });
    res.type('html').send(documents.empty(language, needsOf(req, language)));
  };

  function needsOf(req: Request, language: Language): PageNeeds {
    // Only its path and query matter.
    const address = `http://site.invalid${req.url.replace(/^\/+/, '/')}`;
    if (!URL.canParse(address)) return { modules: [], answers: [] };
    const isSignedIn = cookieIn(req, ownCookie(SIGNED_IN_COOKIE, publicUrl).name) !== undefined;
    return site.renderer.neededBy({ address: new URL(address), language, isSignedIn });
  }
}

interface Drawing extends PagesDeps {
  documents: PageDocument;
  path: string;
  language: Language;
}

/** Draws one page as often as what it is drawn from has changed. */
function drawing({ site, documents, answer, path, language }: Drawing): () => Promise<Content> {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    ...SHARED_FOR_A_MOMENT,
    Vary: 'Accept-Language, Cookie',
  };
  const needs = site.renderer.neededBy({
    address: new URL(path, 'http://site.invalid'),
    language,
    isSignedIn: false,
  });
  let last: { orderSeed: string; content: Content } | null = null;
  return async () => {
    const answers = await site.renderer.readPage(path, (address) => answer(address, language));
    const moment = Math.floor(Date.now() / ORDER_LASTS_MS);
    const orderSeed = createHash('sha256')
      .update(`${moment} ${JSON.stringify(answers)}`)
      .digest('base64url')
      .slice(0, 12);
    if (last?.orderSeed !== orderSeed) {
      const data = { language, orderSeed, answers };
      const page = site.renderer.drawPage(path, data);
      last = {
        orderSeed,
        content: { text: documents.drawn(page, data, needs), headers, route: 'page' },
      };
    }
    return last.content;
  };
}
