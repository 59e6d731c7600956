import { CATALOG_CHANGED } from '#server/db/listen';
import type { Lifecycle } from '#server/http/index';
import type { ReadCache } from '#server/platform/read-cache';
import type { Registry } from '#server/room';
import { type CatalogOf, findArtist } from './artists';
import { displayedIn, findCategory, listCategories } from './categories';
import { listFeatured } from './featured';
import { addLiveNominations, type LiveDeps } from './live-nominations';
import { findSharedNomination, nominationsOfArtist, nominationsOfCategory } from './nominations';
import { readSearchIndex } from './search-index';
import { findPosterKits } from './short-links';

interface CatalogRoomDeps {
  catalog: CatalogOf;
  cache: ReadCache;
  lifecycle: Lifecycle;
  auth: LiveDeps['auth'];
}

export function registerCatalog(
  { api, onNotice, onSettings }: Registry,
  { catalog, cache, lifecycle, auth }: CatalogRoomDeps,
): void {
  onNotice(CATALOG_CHANGED, () => cache.clear());
  onSettings(() => cache.clear());
  addLiveNominations(api, { lifecycle, auth });
  api.serveShared('GET /api/categories', cache, async ({ language, edition }) => {
    const { db, scope } = catalog(edition);
    return (await listCategories(db, scope)).map(displayedIn(language));
  });
  api.serveShared('GET /api/categories/:id', cache, async ({ params, language, edition }) => {
    const { db, scope } = catalog(edition);
    return displayedIn(language)(await findCategory(db, params.id, scope));
  });
  api.serveShared(
    'GET /api/nominations/category/:categoryId',
    cache,
    ({ params, language, edition }) =>
      nominationsOfCategory({ ...catalog(edition), language }, params.categoryId),
  );
  api.serveShared('GET /api/nominations/artist/:artistId', cache, ({ params, language, edition }) =>
    nominationsOfArtist({ ...catalog(edition), language }, params.artistId),
  );
  api.serveShared('GET /api/nominations/share/:link', cache, ({ params, language, edition }) =>
    findSharedNomination({ ...catalog(edition), language }, params.link),
  );
  api.serveShared('GET /api/featured-artists', cache, ({ language, edition }) =>
    listFeatured({ ...catalog(edition), language }),
  );
  api.serveShared('GET /api/search-index', cache, ({ edition }) =>
    readSearchIndex(catalog(edition)),
  );
  api.serveShared('GET /api/artists/:id', cache, ({ params, language, edition }) =>
    findArtist({ ...catalog(edition), language }, params.id),
  );
  api.serveShared('GET /api/artists/:id/nominations', cache, ({ params, language, edition }) =>
    nominationsOfArtist({ ...catalog(edition), language }, params.id),
  );
  api.serveShared('GET /api/posters/:artist', cache, ({ params, edition }) =>
    findPosterKits(catalog(edition), params.artist),
  );
}
