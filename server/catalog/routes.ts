import { CATALOG_CHANGED } from '#server/db/listen';
import type { Lifecycle } from '#server/http/index';
import type { ReadCache } from '#server/platform/read-cache';
import type { Registry } from '#server/room';
import { type CatalogDeps, findArtist } from './artists';
import { displayedIn, findCategory, listCategories } from './categories';
import { listFeatured } from './featured';
import { addLiveNominations, type LiveDeps } from './live-nominations';
import { findSharedNomination, nominationsOfArtist, nominationsOfCategory } from './nominations';
import { readSearchIndex } from './search-index';
import { findPosterKits } from './short-links';

interface CatalogRoomDeps {
  catalog: CatalogDeps;
  cache: ReadCache;
  lifecycle: Lifecycle;
  auth: LiveDeps['auth'];
}

export function registerCatalog(
  { api, onNotice, onSettings }: Registry,
  { catalog: deps, cache, lifecycle, auth }: CatalogRoomDeps,
): void {
  onNotice(CATALOG_CHANGED, () => cache.clear());
  onSettings(() => cache.clear());
  addLiveNominations(api, { lifecycle, auth });
  api.serveShared('GET /api/categories', cache, async ({ language }) =>
    (await listCategories(deps.db, deps.scope)).map(displayedIn(language)),
  );
  api.serveShared('GET /api/categories/:id', cache, async ({ params, language }) =>
    displayedIn(language)(await findCategory(deps.db, params.id, deps.scope)),
  );
  api.serveShared('GET /api/nominations/category/:categoryId', cache, ({ params, language }) =>
    nominationsOfCategory({ ...deps, language }, params.categoryId),
  );
  api.serveShared('GET /api/nominations/artist/:artistId', cache, ({ params, language }) =>
    nominationsOfArtist({ ...deps, language }, params.artistId),
  );
  api.serveShared('GET /api/nominations/share/:link', cache, ({ params, language }) =>
    findSharedNomination({ ...deps, language }, params.link),
  );
  api.serveShared('GET /api/featured-artists', cache, ({ language }) =>
    listFeatured({ ...deps, language }),
  );
  api.serveShared('GET /api/search-index', cache, () => readSearchIndex(deps));
  api.serveShared('GET /api/artists/:id', cache, ({ params, language }) =>
    findArtist({ ...deps, language }, params.id),
  );
  api.serveShared('GET /api/artists/:id/nominations', cache, ({ params, language }) =>
    nominationsOfArtist({ ...deps, language }, params.id),
  );
  api.serveShared('GET /api/posters/:artist', cache, ({ params }) =>
    findPosterKits(deps.db, params.artist),
  );
}
