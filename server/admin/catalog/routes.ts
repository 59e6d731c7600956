import { currentAdmin } from '#server/auth/index';
import { ALL_RESULTS, type CatalogDeps, nominationsOfCategory } from '#server/catalog/index';
import {
  type Api,
  acceptedLanguage,
  imageBodyUpTo,
  jsonBodyUpTo,
  tableBodyUpTo,
} from '#server/http/index';
import type { UploadStore } from '#server/images/index';
import type { ReadCache } from '#server/platform/read-cache';
import type { Registry } from '#server/room';
import { IMPORT_MAX_BYTES } from '#shared/domain/catalog-import';
import { UPLOAD_MAX_BYTES } from '#shared/domain/rendition';
import { orderCategories, setVisibility } from './arrange-categories';
import { findAdminArtist, listAdminArtists } from './artists';
import { listAdminCategories } from './categories';
import { artistChanges, categoryChanges, setPhoto } from './changes';
import { listDeleted, restoreNomination } from './deleted';
import { previewImport } from './import/preview-import';
import { saveImport } from './import/save-import';
import { mergeArtists, previewMerge, undoMerge } from './merge-artists';

function addImportRoutes(api: Api, { db, cache }: AdminCatalogDeps): void {
  api.router.use('/api/admin/import', ...tableBodyUpTo(IMPORT_MAX_BYTES));
  api.serve('POST /api/admin/import/preview', ({ query, body }) => previewImport(db, body, query));
  api.serve('POST /api/admin/import', ({ query, body, req }) =>
    cache.after(saveImport(db, currentAdmin(req).id, body, query)),
  );
}

/** Enough for an artist in a hundred categories, each with full-length texts in two languages. */
const MAX_BODY = '4mb';

export interface AdminCatalogDeps extends CatalogDeps {
  uploads: UploadStore;
  /** Cache of the public pages and responses. */
  cache: ReadCache;
}

/** Dependencies of the module. */
interface AdminCatalogRoomDeps {
  catalog: CatalogDeps;
  photos: { uploads: { store: UploadStore } };
  /** Cache of the public pages and responses. */
  cache: ReadCache;
}

/**
 * Administration of artists and categories. Must be mounted behind its guard, and before the body
 * parser of all other routes, because these bodies may be larger.
 */
export function registerAdminCatalog(
  { api }: Registry,
  { catalog, photos, cache }: AdminCatalogRoomDeps,
): void {
  const deps: AdminCatalogDeps = { ...catalog, uploads: photos.uploads.store, cache };
  api.router.use(['/api/admin/categories', '/api/admin/artists'], ...jsonBodyUpTo(MAX_BODY));
  addCategoryRoutes(api, deps);
  addArtistRoutes(api, deps);
  api.serve('GET /api/admin/deleted', () => listDeleted(deps.db));
  api.serve('POST /api/admin/nominations/:id/restore', ({ params, req }) =>
    deps.cache.after(restoreNomination(deps.db, currentAdmin(req).id, params.id)),
  );
  api.router.use('/api/admin/uploads', ...imageBodyUpTo(UPLOAD_MAX_BYTES));
  api.serve('POST /api/admin/uploads', async ({ body }) => ({
    url: await deps.uploads.store(body),
  }));
  addImportRoutes(api, deps);
}

function addCategoryRoutes(api: Api, { db, trending, cache }: AdminCatalogDeps): void {
  const everything = {
    db,
    trending,
    shown: async () => ALL_RESULTS,
    scope: 'active' as const,
  };
  api.serve('GET /api/admin/nominations/category/:categoryId', ({ params, query, req }) =>
    nominationsOfCategory(
      { ...everything, language: query.lang ?? acceptedLanguage(req) },
      params.categoryId,
    ),
  );
  api.serve('GET /api/admin/categories', () => listAdminCategories(db));
  api.serve('POST /api/admin/categories', ({ body, req }) =>
    cache.after(categoryChanges.create(db, currentAdmin(req).id, body)),
  );
  api.serve('PUT /api/admin/categories/order', ({ body, req }) =>
    cache.after(orderCategories(db, currentAdmin(req).id, body.ids)),
  );
  api.serve('PUT /api/admin/categories/:id/visibility', ({ params, body, req }) =>
    cache.after(setVisibility(db, currentAdmin(req).id, params.id, body.isHidden)),
  );
  api.serve('PUT /api/admin/categories/:id', ({ params, body, req }) =>
    cache.after(categoryChanges.update(db, currentAdmin(req).id, params.id, body)),
  );
  api.serve('DELETE /api/admin/categories/:id', async ({ params, req }) => {
    await cache.after(categoryChanges.delete(db, currentAdmin(req).id, params.id));
    return undefined;
  });
  api.serve('POST /api/admin/categories/:id/restore', ({ params, req }) =>
    cache.after(categoryChanges.restore(db, currentAdmin(req).id, params.id)),
  );
}

function addArtistRoutes(api: Api, deps: AdminCatalogDeps): void {
  const { db, cache } = deps;
  api.serve('GET /api/admin/artists', () => listAdminArtists({ ...deps, scope: 'active' }));
  api.serve('GET /api/admin/artists/:id', ({ params }) => findAdminArtist(db, params.id));
  api.serve('POST /api/admin/artists', ({ body, req }) =>
    cache.after(artistChanges.create(db, currentAdmin(req).id, body)),
  );
  api.serve('PUT /api/admin/artists/:id', ({ params, body, req }) =>
    cache.after(artistChanges.update(db, currentAdmin(req).id, params.id, body)),
  );
  api.serve('PUT /api/admin/artists/:id/photo', ({ params, body, req }) =>
    cache.after(setPhoto(db, currentAdmin(req).id, params.id, body)),
  );
  api.serve('DELETE /api/admin/artists/:id', async ({ params, req }) => {
    await cache.after(artistChanges.delete(db, currentAdmin(req).id, params.id));
    return undefined;
  });
  api.serve('GET /api/admin/artists/:id/merge', ({ params, query }) =>
    previewMerge(db, { ...params, ...query }),
  );
  api.serve('POST /api/admin/artists/:id/merge', ({ params, body, req }) =>
    cache.after(mergeArtists(db, currentAdmin(req).id, { ...params, ...body })),
  );
  api.serve('POST /api/admin/artist-merges/:id/undo', async ({ params, req }) => {
    await cache.after(undoMerge(db, currentAdmin(req).id, params.id));
    return undefined;
  });
  api.serve('POST /api/admin/artists/:id/restore', ({ params, req }) =>
    cache.after(artistChanges.restore(db, currentAdmin(req).id, params.id)),
  );
}
