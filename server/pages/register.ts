import type { Handler, Request, Response } from 'express';
import { type CatalogOf, followShortLink } from '#server/catalog/index';
import type { Config } from '#server/config/index';
import type { Database } from '#server/db/client';
import { securityText } from '#server/http/index';
import type { Logger } from '#server/platform/logger';
import type { ReadCache } from '#server/platform/read-cache';
import type { Registry } from '#server/room';
import type { Edition, LiveSettings } from '#server/settings/index';
import type { PublicConfig } from '#shared/contracts/config';
import type { Language } from '#shared/domain/localized';
import type { BuiltSite } from './built-site';
import { pages } from './pages';
import { siteFiles } from './site-files';

/**
 * Redirects from `/a/:slug` and `/c/:slug`; unknown slugs are left to the pages, which report it.
 */
const shortLinks =
  (catalog: CatalogOf): Handler =>
  async (req, res, next) => {
    const target = await followShortLink(catalog(), req.path);
    // The page of posters is at a short link itself.
    if (!target?.startsWith('/') || target === req.path) return next();
    const url = new URL(target, 'http://site.invalid');
    // Language and source of the link.
    for (const [name, value] of Object.entries(req.query)) {
      if (typeof value === 'string' && !url.searchParams.has(name)) {
        url.searchParams.set(name, value);
      }
    }
    // The redirect is not permanent: the artist may be nominated in another category tomorrow.
    res.set('Cache-Control', 'no-cache').redirect(302, `${url.pathname}${url.search}`);
  };

interface PageRoomDeps {
  config: Config;
  db: Database;
  catalog: CatalogOf;
  cache: ReadCache;
  event: Pick<LiveSettings, 'current' | 'editions'>;
  /** Serves the client: built files, or Vite in development. */
  client: Handler | null;
  /** Null in development, where Vite serves the pages too. */
  site: BuiltSite | null;
  visitorsConfig(edition?: Edition): PublicConfig;
  previewed(req: Request, res: Response): Promise<Edition | undefined>;
  logger: Logger;
}

/** The site outside the API. Registered last: its pages match every address. */
export function registerPages({ api, site: addresses }: Registry, deps: PageRoomDeps): void {
  const { config, db, catalog, cache, event, client, site, visitorsConfig, previewed, logger } =
    deps;
  const { publicUrl } = config;
  addresses.get('/.well-known/security.txt', securityText(config));
  addresses.use(siteFiles({ catalog, cache, publicUrl, event }));
  // A regular expression, because Express would decode a named parameter.
  addresses.get(/^\/[ac]\//i, shortLinks(catalog));
  if (client) addresses.use(client);
  if (!site) return;
  const answer = async (address: string, language: Language): Promise<unknown> =>
    address === '/api/config'
      ? visitorsConfig()
      : JSON.parse(await api.readShared(address, language));
  // A regular expression, because Express would decode a named parameter: a link that was cut in
  // the middle of a letter gets the page "not found".
  addresses.get(
    /.*/,
    pages({ site, db, catalog, cache, publicUrl, answer, visitorsConfig, previewed, logger }),
  );
}
