import type { Request } from 'express';
import { currentAdmin } from '#server/auth/index';
import {
  ALL_RESULTS,
  type CatalogDeps,
  type CatalogOf,
  nominationsOfCategory,
} from '#server/catalog/index';
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
import { chosenEdition, type LiveSettings } from '#server/settings/index';
import { IMPORT_MAX_BYTES } from '#shared/domain/catalog-import';
import { UPLOAD_MAX_BYTES } from '#shared/domain/rendition';
import { orderCategories, setVisibility } from './arrange-categories';
import { findAdminArtist, listAdminArtists } from './artists';
import { listAdminCategories } from './categories';
import type { Editor } from './change-entry';
import { artistChanges, categoryChanges, setPhoto } from './changes';
import { listDeleted, restoreNomination } from './deleted';
import { previewImport } from './import/preview-import';
import { saveImport } from './import/save-import';
import { mergeArtists, previewMerge, undoMerge } from './merge-artists';

function addImportRoutes(api: Api, { db, cache, editor }: AdminCatalogDeps): void {
  api.router.use('/api/admin/import', ...tableBodyUpTo(IMPORT_MAX_BYTES));
  api.serve('POST /api/admin/import/preview', ({ query, body, req }) =>
    previewImport(db, editor(req).edition, body, query),
  );
  api.serve('POST /api/admin/import', ({ query, body, req }) =>
    cache.after(saveImport(db, editor(req), body, query)),
  );
}

/** Enough for an artist in a hundred categories, each with full-length texts in two languages. */
const MAX_BODY = '4mb';

interface AdminCatalogDeps extends Pick<CatalogDeps, 'db' | 'trending'> {
  uploads: UploadStore;
  /** Cache of the public pages and responses. */
  cache: ReadCache;
  /** Returns who changes the catalogue, and of which edition. */
  editor(req: Request): Editor;
}

/** Dependencies of the module. */
interface AdminCatalogRoomDeps {
  catalog: CatalogOf;
  event: LiveSettings;
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
  { catalog, event, photos, cache }: AdminCatalogRoomDeps,
): void {
  const { db, trending } = catalog();
  const editor = (req: Request): Editor => ({
    adminId: currentAdmin(req).id,
    edition: chosenEdition(event, req).id,
  });
  const deps: AdminCatalogDeps = { db, trending, uploads: photos.uploads.store, cache, editor };
  api.router.use(['/api/admin/categories', '/api/admin/artists'], ...jsonBodyUpTo(MAX_BODY));
  addCategoryRoutes(api, deps);
  addArtistRoutes(api, deps);
  api.serve('GET /api/admin/deleted', ({ req }) => listDeleted(db, editor(req).edition));
  api.serve('POST /api/admin/nominations/:id/restore', ({ params, req }) =>
    cache.after(restoreNomination(db, editor(req), params.id)),
  );
  api.router.use('/api/admin/uploads', ...imageBodyUpTo(UPLOAD_MAX_BYTES));
  api.serve('POST /api/admin/uploads', async ({ body }) => ({
    url: await deps.uploads.store(body),
  }));
  addImportRoutes(api, deps);
}

function addCategoryRoutes(api: Api, { db, trending, cache, editor }: AdminCatalogDeps): void {
  const everything = { db, trending, shown: async () => ALL_RESULTS };
  api.serve('GET /api/admin/nominations/category/:categoryId', ({ params, query, req }) => {
    const scope = { edition: editor(req).edition, sees: 'active' as const };
    const language = query.lang ?? acceptedLanguage(req);
    return nominationsOfCategory({ ...everything, scope, language }, params.categoryId);
  });
  api.serve('GET /api/admin/categories', ({ req }) => listAdminCategories(db, editor(req).edition));
  api.serve('POST /api/admin/categories', ({ body, req }) =>
    cache.after(categoryChanges.create(db, editor(req), body)),
  );
  api.serve('PUT /api/admin/categories/order', ({ body, req }) =>
    cache.after(orderCategories(db, editor(req), body.ids)),
  );
  api.serve('PUT /api/admin/categories/:id/visibility', ({ params, body, req }) =>
    cache.after(setVisibility(db, editor(req), params.id, body.isHidden)),
  );
  api.serve('PUT /api/admin/categories/:id', ({ params, body, req }) =>
    cache.after(categoryChanges.update(db, editor(req), params.id, body)),
  );
  api.serve('DELETE /api/admin/categories/:id', async ({ params, req }) => {
    await cache.after(categoryChanges.delete(db, editor(req), params.id));
    return undefined;
  });
  api.serve('POST /api/admin/categories/:id/restore', ({ params, req }) =>
    cache.after(categoryChanges.restore(db, editor(req), params.id)),
  );
}

function addArtistRoutes(api: Api, { db, trending, cache, editor }: AdminCatalogDeps): void {
  api.serve('GET /api/admin/artists', ({ req }) =>
    listAdminArtists({ db, trending, scope: { edition: editor(req).edition, sees: 'active' } }),
  );
  api.serve('GET /api/admin/artists/:id', ({ params, req }) =>
    findAdminArtist(db, editor(req).edition, params.id),
  );
  api.serve('POST /api/admin/artists', ({ body, req }) =>
    cache.after(artistChanges.create(db, editor(req), body)),
  );
  api.serve('PUT /api/admin/artists/:id', ({ params, body, req }) =>
    cache.after(artistChanges.update(db, editor(req), params.id, body)),
  );
  api.serve('PUT /api/admin/artists/:id/photo', ({ params, body, req }) =>
    cache.after(setPhoto(db, editor(req), params.id, body)),
  );
  api.serve('DELETE /api/admin/artists/:id', async ({ params, req }) => {
    await cache.after(artistChanges.delete(db, editor(req), params.id));
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
    cache.after(artistChanges.restore(db, editor(req), params.id)),
  );
}
