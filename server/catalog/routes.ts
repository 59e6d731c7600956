import type { Api } from '../http';
import { type CatalogDeps, findArtist } from './artists';
import { findCategory, listCategories } from './categories';
import { findSharedNomination, nominationsOfArtist, nominationsOfCategory } from './nominations';
import type { SharedReads } from './shared-reads';

export function catalogRoutes(api: Api, deps: CatalogDeps, reads: SharedReads): void {
  const categories = reads.share(() => listCategories(deps.db));
  const category = reads.share((id) => findCategory(deps.db, id));
  const ofCategory = reads.share((id) => nominationsOfCategory(deps, id));
  const ofArtist = reads.share((id) => nominationsOfArtist(deps, id));
  const shared = reads.share((link) => findSharedNomination(deps, link));
  const artist = reads.share((id) => findArtist(deps, id));

  api.serve('GET /api/categories', () => categories(''));
  api.serve('GET /api/categories/:id', ({ params }) => category(params.id));
  api.serve('GET /api/nominations/category/:categoryId', ({ params }) =>
    ofCategory(params.categoryId),
  );
  api.serve('GET /api/nominations/artist/:artistId', ({ params }) => ofArtist(params.artistId));
  api.serve('GET /api/nominations/share/:link', ({ params }) => shared(params.link));
  api.serve('GET /api/artists/:id', ({ params }) => artist(params.id));
  api.serve('GET /api/artists/:id/nominations', ({ params }) => ofArtist(params.id));
}
