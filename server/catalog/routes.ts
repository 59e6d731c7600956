import type { Api } from '../http';
import type { ReadCache } from '../platform/read-cache';
import { type CatalogDeps, findArtist } from './artists';
import { displayedIn, findCategory, listCategories } from './categories';
import { listFeatured } from './featured';
import { findSharedNomination, nominationsOfArtist, nominationsOfCategory } from './nominations';
import { readSearchIndex } from './search-index';
import { findPosterKits } from './short-links';

export function catalogRoutes(api: Api, deps: CatalogDeps, cache: ReadCache): void {
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
