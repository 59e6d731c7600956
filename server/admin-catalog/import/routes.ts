import type { Request, Router } from 'express';
import {
  type ImportPreview,
  type ImportResult,
  importQuery,
} from '#shared/contracts/catalog-import';
import { IMPORT_MAX_BYTES } from '#shared/domain/catalog-import';
import { currentAdmin } from '../../auth';
import type { CatalogDeps } from '../../catalog';
import { csvBodyUpTo, parse } from '../../http';
import { previewImport } from './preview-import';
import { saveImport } from './save-import';

export function addImportRoutes(router: Router, { db }: CatalogDeps): void {
  router.use('/api/admin/import', ...csvBodyUpTo(IMPORT_MAX_BYTES));
  router.post('/api/admin/import/preview', async (req, res) => {
    const preview: ImportPreview = await previewImport(db, fileIn(req));
    res.json(preview);
  });
  router.post('/api/admin/import', async (req, res) => {
    const { plan } = parse(importQuery, req.query);
    const result: ImportResult = await saveImport(db, currentAdmin(req).id, fileIn(req), plan);
    res.status(201).json(result);
  });
}

/** Without a body there is nothing that a parser could have made of it. */
function fileIn(req: Request): Buffer {
  const sent: unknown = req.body;
  return Buffer.isBuffer(sent) ? sent : Buffer.alloc(0);
}
