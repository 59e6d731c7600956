import type { Api } from '../http';
import type { ReadCache } from '../platform/read-cache';
import { type CatalogDeps, findArtist } from './artists';
import { findCategory, listCategories } from './categories';
import { findSharedNomination, nominationsOfArtist, nominationsOfCategory } from './nominations';

export function catalogRoutes(api: Api, deps: CatalogDeps, cache: ReadCache): void {
  api.serveShared('GET /api/categories', cache, () => listCategories(deps.db));
  api.serveShared('GET /api/categories/:id', cache, ({ params }) =>
    findCategory(deps.db, params.id),
  );
  api.serveShared('GET /api/nominations/category/:categoryId', cache, ({ params }) =>
    nominationsOfCategory(deps, params.categoryId),
  );
  api.serveShared('GET /api/nominations/artist/:artistId', cache, ({ params }) =>
    nominationsOfArtist(deps, params.artistId),
  );
  api.serveShared('GET /api/nominations/share/:link', cache, ({ params }) =>
    findSharedNomination(deps, params.link),
  );
  api.serveShared('GET /api/artists/:id', cache, ({ params }) => findArtist(deps, params.id));
  api.serveShared('GET /api/artists/:id/nominations', cache, ({ params }) =>
    nominationsOfArtist(deps, params.id),
  );
}
