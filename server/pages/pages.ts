import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Handler, Request, Response } from 'express';
import { type CatalogOf, findStandingArtist } from '#server/catalog/index';
import type { Config } from '#server/config/index';
import type { Database } from '#server/db/client';
import { AppError, notFound } from '#server/errors';
import {
  acceptedLanguage,
  cookieIn,
  logFailure,
  ownCookie,
  SHARED_CACHE_HEADERS,
  sharedKey,
  sharedKeyOf,
} from '#server/http/index';
import type { Logger } from '#server/platform/logger';
import type { Content, Copy, ReadCache } from '#server/platform/read-cache';
import type { Edition } from '#server/settings/index';
import type { Nomination, SharedNomination } from '#shared/contracts/catalog';
import type { PublicConfig } from '#shared/contracts/config';
import type { PageAnswers, PageHead, PageNeeds } from '#shared/contracts/pages';
import { type PosterKits, posterArtist } from '#shared/contracts/posters';
import { readArtistParameter } from '#shared/domain/artist-parameter';
import { LANGUAGE_COOKIE, SIGNED_IN_COOKIE } from '#shared/domain/cookies';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import type { BuiltSite } from './built-site';
import { PageDocument } from './document';
import { headTags, type PageSubject, subjectOf } from './head';
import { findMissing } from './withdrawn';

/** How long the order of the nominees is kept while no vote is counted, in ms. */
const ORDER_LASTS_MS = 60_000;

/**
 * Returns the visitor's choice; otherwise the language of the shared link; otherwise French for a
 * browser that prefers it, else English.
 */
export function languageOf(req: IncomingMessage, publicUrl: string): Language {
  const chosen = cookieIn(req, ownCookie(LANGUAGE_COOKIE, publicUrl).name);
  const shared = /[?&]lang=(\w*)(?:&|$)/.exec(req.url ?? '')?.[1];
  return (
    LANGUAGES.find((language) => language === chosen) ??
    LANGUAGES.find((language) => language === shared) ??
    acceptedLanguage(req)
  );
}

/** Returns the cache key of a request's response, if it is cacheable. */
export function cacheKey(req: IncomingMessage, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  const { url = '' } = req;
  // A preview is never cached; no copy has a key with a query like this.
  if (url.startsWith('/api/')) return sharedKeyOf(req);
  if (PREVIEW.test(url)) return url;
  const { path, nomineeId } = askedPage(url);
  return pageKey(languageOf(req, publicUrl), path, nomineeId);
}

const pageKey = (language: Language, path: string, nomineeId: string | null): string =>
  sharedKey(language, nomineeId ? `${path}?artist=${nomineeId}` : path);

/** Address of a page that names an edition; the open count has figures of every edition. */
const PREVIEW = /^(?!\/(?:count|admin)\b)[^?]*\?(?:[^#]*&)?edition=/i;

/** Address of an artist's profile on the page of a category. */
const NOMINEE =
  /^(?<path>\/category\/[^?]*)\?(?:[^#]*&)?artist=(?<nomineeId>[0-9a-f-]{36})(?:&|$)/i;

/**
 * Parses which page an address requests: of all query parameters, only the artist changes the head.
 */
function askedPage(url: string): { path: string; nomineeId: string | null } {
  const { path, nomineeId } = NOMINEE.exec(url)?.groups ?? {};
  return path && nomineeId
    ? { path, nomineeId: nomineeId.toLowerCase() }
    : { path: url.split('?', 1)[0] ?? '', nomineeId: null };
}

/** The query has no fragment, and a path that is ours. */
function withoutEdition(address: string): string {
  const [path = '/', search = ''] = address.split('?', 2);
  const query = new URLSearchParams(search);
  query.delete('edition');
  return `${path.replace(/^\/+/, '/')}${query.size > 0 ? `?${query}` : ''}`;
}

interface PagesDeps {
  site: BuiltSite;
  catalog: CatalogOf;
  db: Database;
  cache: ReadCache;
  publicUrl: string;
  /** Returns the API's public response at an address in a language, as JSON. */
  answer(address: string, language: Language): Promise<unknown>;
  visitorsConfig(edition?: Edition): PublicConfig;
  previewed(req: Request, res: Response): Promise<Edition | undefined>;
  logger: Logger;
}

/**
 * Serves the site at every address that is not a file: a rendered page in the requested language
 * where it is the same for everyone, else the empty document that the browser renders into. Missing
 * pages get 404 and withdrawn ones 410, with a page that explains it.
 */
export function pages(deps: PagesDeps): Handler {
  const { site, db, cache, publicUrl, logger } = deps;
  const documents = new PageDocument(site);
  /**
   * Returns the status for a catalogue page that cannot be rendered, or the path of its archive; the
   * browser then shows the reason.
   */
  const statusAfter = async (error: unknown, path: string): Promise<number | string> => {
    if (!(error instanceof AppError)) {
      logFailure(logger, error, 'a page could not be rendered');
      return 200;
    }
    return error.status === 404 || error.status === 400 ? statusOfMissing(path) : 200;
  };
  const statusOfMissing = async (path: string): Promise<number | string> => {
    const found = await findMissing(deps.catalog(), path).catch(() => 'unknown');
    // A path that is itself is the page of posters, which is missing.
    if (found.startsWith('/') && found !== path) return found;
    return found === 'withdrawn' ? 410 : 404;
  };
  /** Returns the page, or the artist into which the named one was merged. */
  const finished = async (
    drawnPath: string,
    { path, nomineeId, language }: { path: string; nomineeId: string | null; language: Language },
  ): Promise<Copy | { standingId: string }> => {
    const ofPage = { ...deps, documents, path: drawnPath, language };
    if (nomineeId === null) {
      return cache.get(pageKey(language, path, null), renderPageWith({ ...ofPage, nomineeId }));
    }
    // Unknown artists must not get pages or cache entries of their own.
    const answers = await site.renderer.readPage(drawnPath, (address) =>
      deps.answer(address, language),
    );
    if (subjectOf(answers, nomineeId).nominee) {
      return cache.get(
        pageKey(language, path, nomineeId),
        renderPageWith({ ...ofPage, nomineeId }),
      );
    }
    const standingId = await findStandingArtist(db, nomineeId);
    if (standingId !== nomineeId) return { standingId };
    return cache.get(pageKey(language, path, null), renderPageWith({ ...ofPage, nomineeId: null }));
  };
  return async (req, res) => {
    const language = languageOf(req, publicUrl);
    const { path, nomineeId } = askedPage(req.url);
    if (PREVIEW.test(req.url)) {
      const edition = await deps.previewed(req, res);
      res.set('Cache-Control', 'no-store');
      // Only the team previews a draft; for everybody else the address is that of the current edition.
      if (!edition) return res.redirect(302, withoutEdition(req.url));
      const head = { title: edition.settings.name, description: '', isListed: false };
      const config = deps.visitorsConfig(edition);
      const tags = headTags({ head, path, language, publicUrl, config, subject: NO_SUBJECT });
      const needs = { ...needsOf(req, language), answers: [] };
      return res.type('html').send(documents.empty(language, tags, needs));
    }
    // The start page redirects there.
    const drawnPath = path === '/' ? '/categories' : path;
    let status = site.renderer.isKnown(drawnPath) ? 200 : await statusOfMissing(path);
    if (site.renderer.isServerRendered(drawnPath)) {
      try {
        const copy = await finished(drawnPath, { path, nomineeId, language });
        if ('standingId' in copy) {
          // Every artist of the address, because the last one is asked for.
          const target = req.url.replace(/(?<=[?&]artist=)[0-9a-f-]{36}/gi, copy.standingId);
          return res.set('Cache-Control', 'no-cache').redirect(302, target);
        }
        return await cache.send(req, res, copy);
      } catch (error) {
        status = await statusAfter(error, path);
      }
    }
    const config = deps.visitorsConfig();
    let subject = NO_SUBJECT;
    try {
      subject = await subjectAt(path, language);
    } catch (error) {
      status = await statusAfter(error, path);
    }
    if (typeof status === 'string') {
      return res.set('Cache-Control', 'no-cache').redirect(302, status);
    }
    const isMissing = status !== 200;
    const { nominee } = subject;
    const head = site.renderer.headOf({ path, language, config, nominee, isMissing });
    const tags = headTags({ head, path, language, publicUrl, config, subject });
    res.status(status).set({ 'Cache-Control': 'no-cache', 'Content-Language': language });
    const shown = await checkoutAt(req.url, { language, config });
    res.type('html').send(documents.empty(language, tags, needsOf(req, language), shown));
  };

  /** Returns what the checkout's document shows of a known artist; undefined for all others. */
  async function checkoutAt(
    url: string,
    { language, config }: { language: Language; config: PublicConfig },
  ): Promise<string | undefined> {
    const [path, search = ''] = url.split('?', 2);
    const named = path === '/checkout' ? readArtistParameter(search) : null;
    if (named === null || typeof named === 'string') return undefined;
    try {
      const answer = await deps.answer(`/api/nominations/artist/${named.id}`, language);
      const [nomination] = answer as Nomination[];
      if (!nomination) return undefined;
      return site.renderer.renderCheckout({ artist: nomination.artist.name, config, language });
    } catch {
      // The browser requests it again, and shows the error.
      return undefined;
    }
  }

  /** Among pages rendered by browsers, only poster pages have a subject. */
  async function subjectAt(path: string, language: Language): Promise<PageSubject> {
    const artist = /^\/a\/([^/]+)\/posters$/.exec(path)?.[1];
    if (artist === undefined) return NO_SUBJECT;
    if (!posterArtist.safeParse(artist).success) throw notFound('artist');
    const kits = (await deps.answer(`/api/posters/${artist}`, language)) as PosterKits;
    const nominations = await deps.answer(`/api/nominations/artist/${kits.artist.id}`, language);
    const [nominee = null] = nominations as Nomination[];
    return { ...NO_SUBJECT, nominee };
  }

  function needsOf(req: Request, language: Language): PageNeeds {
    // Only its path and query are used.
    const address = `http://site.invalid${req.url.replace(/^\/+/, '/')}`;
    if (!URL.canParse(address)) return { modules: [], next: [], answers: [] };
    const isSignedIn = cookieIn(req, ownCookie(SIGNED_IN_COOKIE, publicUrl).name) !== undefined;
    return site.renderer.neededBy({ address: new URL(address), language, isSignedIn });
  }
}

const NO_SUBJECT: PageSubject = { category: null, nominee: null, edition: null };

interface Rendering extends PagesDeps {
  documents: PageDocument;
  path: string;
  /** Nominee whose profile opens. */
  nomineeId: string | null;
  language: Language;
}

/** Renders a page again only when its data has changed. */
function renderPageWith(deps: Rendering): () => Promise<Content> {
  const { site, documents, answer, path, language } = deps;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    ...SHARED_CACHE_HEADERS,
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
      const page = site.renderer.renderPage(path, data);
      last = {
        orderSeed,
        content: {
          text: documents.drawn(page.html, tagsOf(deps, page.head, answers), data, needs),
          headers,
          route: 'page',
          ...(isGone(answers) ? { status: 410 } : {}),
        },
      };
    }
    return last.content;
  };
}

function tagsOf(deps: Rendering, drawn: PageHead, answers: PageAnswers): string {
  const { site, path, nomineeId, language, publicUrl, visitorsConfig } = deps;
  const config = visitorsConfig();
  const subject = subjectOf(answers, nomineeId);
  const { nominee } = subject;
  const head = nominee
    ? site.renderer.headOf({ path, language, config, nominee, isMissing: false })
    : drawn;
  // A shared nominee is shown at more than one address.
  const ownPath = nominee ? `/category/${nominee.category.id}?artist=${nominee.artist.id}` : path;
  return headTags({ head, path: ownPath, language, publicUrl, config, subject });
}

/** The link of a withdrawn nomination still leads to its category. */
const isGone = (answers: PageAnswers): boolean =>
  answers.some(
    ([[path], answer]) =>
      path === '/api/nominations/share' && (answer as SharedNomination).artist === null,
  );
