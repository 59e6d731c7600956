import { and, asc, eq, isNull, max, sql } from 'drizzle-orm';
import { type RequestHandler, Router } from 'express';
import {
  CATEGORY_ORDER,
  type CatalogDeps,
  type CatalogOf,
  isOpen,
  isWithin,
} from '#server/catalog/index';
import { acceptedLanguage, SHARED_CACHE_HEADERS } from '#server/http/index';
import { escapeHtml } from '#server/platform/escape-html';
import type { ReadCache } from '#server/platform/read-cache';
import type { Edition, LiveSettings } from '#server/settings/index';
import { ARCHIVES_PATH, archivePath } from '#shared/domain/editions';
import { LANGUAGES, type Language, localized } from '#shared/domain/localized';
import { artists, categories, nominations, slugs } from '#shared/schema';
import { ALTERNATES } from './head';

interface SiteFilesDeps {
  catalog: CatalogOf;
  cache: ReadCache;
  publicUrl: string;
  event: Pick<LiveSettings, 'current' | 'editions'>;
}

/** Pages outside the catalogue's lists. */
const OTHER_PAGES = ['/count', '/payment-help', '/privacy'];

/** Files that search engines and phones request from a site. */
export function siteFiles({ catalog, cache, publicUrl, event }: SiteFilesDeps): Router {
  const router = Router();
  const addressOf = (path: string, language?: Language): string => {
    const url = new URL(path, publicUrl);
    if (language) url.searchParams.set('lang', language);
    return url.href;
  };
  const sitemap: RequestHandler = async (req, res) => {
    const copy = await cache.get('sitemap', async () => ({
      text: sitemapOf(
        [...(await listPages(catalog())), ...(await listArchives(catalog, event.editions))],
        addressOf,
      ),
      headers: { 'Content-Type': 'application/xml; charset=utf-8', ...SHARED_CACHE_HEADERS },
      route: '/sitemap.xml',
    }));
    await cache.send(req, res, copy);
  };
  router.get('/sitemap.xml', sitemap);
  router.get('/robots.txt', (_req, res) => {
    res.type('text/plain').set('Cache-Control', 'public, max-age=3600');
    res.send(
      [
        'User-agent: *',
        ...NOT_INDEXED.map((path) => `Disallow: ${path}`),
        '',
        `Sitemap: ${addressOf('/sitemap.xml')}`,
        '',
      ].join('\n'),
    );
  });
  router.get('/manifest.webmanifest', (req, res) => {
    const { lang } = req.query;
    const language = lang === 'fr' || lang === 'en' ? lang : acceptedLanguage(req);
    const { name, nameFr, year } = event.current.settings;
    const siteName = localized(language, name, nameFr);
    res.type('application/manifest+json').set({
      'Cache-Control': 'public, max-age=3600',
      Vary: 'Accept-Language',
    });
    res.send(
      JSON.stringify({
        id: '/',
        name: [siteName, year].filter(Boolean).join(' '),
        short_name: siteName,
        lang: language,
        dir: 'ltr',
        start_url: '/categories',
        scope: '/',
        display: 'standalone',
        background_color: '#120B1E',
        theme_color: '#120B1E',
        icons: [192, 512].flatMap((size) =>
          ['any', 'maskable'].map((purpose) => ({
            src: `/icons/${purpose === 'any' ? '' : 'maskable-'}${size}.png`,
            sizes: `${size}x${size}`,
            type: 'image/png',
            purpose,
          })),
        ),
      }),
    );
  });
  return router;
}

/** Excluded from search engines. */
const NOT_INDEXED = ['/admin', '/api/', '/checkout', '/my-receipts'];

interface ListedPage {
  path: string;
  changedAt: Date | null;
}

async function listPages(deps: CatalogDeps): Promise<ListedPage[]> {
  const { db, scope } = deps;
  const listed = await db
    .select({
      id: categories.id,
      changedAt: categories.updatedAt,
      nominatedAt: max(nominations.createdAt),
    })
    .from(categories)
    .leftJoin(
      nominations,
      and(eq(nominations.categoryId, categories.id), isNull(nominations.withdrawnAt)),
    )
    .where(isWithin(scope))
    .groupBy(categories.id)
    .orderBy(...CATEGORY_ORDER);
  return [
    { path: '/categories', changedAt: null },
    ...listed.map(({ id, changedAt, nominatedAt }) => ({
      path: `/category/${id}`,
      changedAt: nominatedAt && nominatedAt > changedAt ? nominatedAt : changedAt,
    })),
    ...(await listNomineePaths(deps)).map((path) => ({ path, changedAt: null })),
    ...OTHER_PAGES.map((path) => ({ path, changedAt: null })),
  ];
}

/** Returns the list of editions, and the pages of all archived ones and their categories. */
async function listArchives(
  catalog: CatalogOf,
  editions: readonly Edition[],
): Promise<ListedPage[]> {
  const archived = editions.filter(({ state }) => state === 'archived');
  if (archived.length === 0) return [];
  const paths = archived.map(async (edition) => {
    const { db, scope } = catalog(edition);
    const listed = await db
      .select({ id: categories.id })
      .from(categories)
      .where(isWithin(scope))
      .orderBy(...CATEGORY_ORDER);
    const { year } = edition.settings;
    return [archivePath(year), ...listed.map(({ id }) => archivePath(year, id))];
  });
  return [ARCHIVES_PATH, ...(await Promise.all(paths)).flat()].map((path) => ({
    path,
    changedAt: null,
  }));
}

/** Returns the paths of profiles and of each artist's posters. */
async function listNomineePaths({ db, scope }: CatalogDeps): Promise<string[]> {
  const nominees = await db
    .select({
      categoryId: nominations.categoryId,
      artistId: nominations.artistId,
      slug: sql<string>`coalesce((
        select ${slugs.slug} from ${slugs}
        where ${slugs.kind} = 'artist' and ${slugs.entityId} = ${artists.id}
        order by ${slugs.chosenAt} desc limit 1
      ), ${artists.id}::text)`,
    })
    .from(nominations)
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(isOpen(scope))
    .orderBy(asc(nominations.id));
  return [
    ...nominees.map(({ categoryId, artistId }) => `/category/${categoryId}?artist=${artistId}`),
    ...new Set(nominees.map(({ slug }) => `/a/${slug}/posters`)),
  ];
}

type AddressOf = (path: string, language?: Language) => string;

/**
 * Lists each page in each language, as specified by sitemaps.org and Google's hreflang extension.
 */
function sitemapOf(pages: readonly ListedPage[], addressOf: AddressOf): string {
  const entry = ({ path, changedAt }: ListedPage, language: Language): string => {
    const alternates = ALTERNATES.map(
      ([hreflang, other]) =>
        `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(addressOf(path, other))}"/>`,
    );
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<url><loc>${escapeHtml(addressOf(path, language))}</loc>${changed}${alternates.join('')}</url>`;
  };
  const entries = pages.flatMap((page) => LANGUAGES.map((language) => entry(page, language)));
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}
