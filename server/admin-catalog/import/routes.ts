import { IMPORT_MAX_BYTES } from '#shared/domain/catalog-import';
import { currentAdmin } from '../../auth';
import type { CatalogDeps } from '../../catalog';
import { type Api, csvBodyUpTo } from '../../http';
import { previewImport } from './preview-import';
import { saveImport } from './save-import';

export function addImportRoutes(api: Api, { db }: CatalogDeps): void {
  api.router.use('/api/admin/import', ...csvBodyUpTo(IMPORT_MAX_BYTES));
  api.serve('POST /api/admin/import/preview', ({ body }) => previewImport(db, body));
  api.serve('POST /api/admin/import', ({ query, body, req }) =>
    saveImport(db, currentAdmin(req).id, body, query.plan),
  );
}
