import type { Api } from '../http';
import { type CatalogDeps, findArtist } from './artists';
import { findCategory, listCategories } from './categories';
import { findSharedNomination, nominationsOfArtist, nominationsOfCategory } from './nominations';

export function catalogRoutes(api: Api, deps: CatalogDeps): void {
  api.serve('GET /api/categories', () => listCategories(deps.db));
  api.serve('GET /api/categories/:id', ({ params }) => findCategory(deps.db, params.id));
  api.serve('GET /api/nominations/category/:categoryId', ({ params }) =>
    nominationsOfCategory(deps, params.categoryId),
  );
  api.serve('GET /api/nominations/artist/:artistId', ({ params }) =>
    nominationsOfArtist(deps, params.artistId),
  );
  api.serve('GET /api/nominations/share/:link', ({ params }) =>
    findSharedNomination(deps, params.link),
  );
  api.serve('GET /api/artists/:id', ({ params }) => findArtist(deps, params.id));
  api.serve('GET /api/artists/:id/nominations', ({ params }) =>
    nominationsOfArtist(deps, params.id),
  );
}
