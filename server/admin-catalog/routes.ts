import { Router } from 'express';
import {
  type AdminActionList,
  type AdminArtist,
  type AdminArtistDetail,
  type AdminCategory,
  adminActionsQuery,
  artistInput,
  categoryInput,
  type Upload,
} from '#shared/contracts/admin-catalog';
import { idParams } from '#shared/contracts/catalog';
import { currentAdmin } from '../auth';
import type { CatalogDeps } from '../catalog';
import { imageBodyUpTo, jsonBodyUpTo, parse } from '../http';
import type { UploadStore } from '../images';
import { findAdminArtist, listAdminArtists } from './artists';
import { listAdminCategories } from './categories';
import { createArtist, deleteArtist, restoreArtist, updateArtist } from './change-artist';
import { createCategory, deleteCategory, restoreCategory, updateCategory } from './change-category';
import { addImportRoutes } from './import/routes';
import { listActions } from './list-actions';

/** An artist in a hundred categories, each with texts of the full length in two languages. */
const MAX_BODY = '4mb';
/** A photograph as a phone takes it. */
const MAX_UPLOAD = '10mb';

interface AdminCatalogDeps extends CatalogDeps {
  uploads: UploadStore;
}

/**
 * What administrators do with artists and categories. To be mounted behind their guard, and ahead
 * of the body parser for everybody else: what is sent here may be larger.
 */
export function adminCatalogRoutes(deps: AdminCatalogDeps): Router {
  const router = Router();
  router.use(['/api/admin/categories', '/api/admin/artists'], ...jsonBodyUpTo(MAX_BODY));
  addCategoryRoutes(router, deps);
  addArtistRoutes(router, deps);
  addUploadRoute(router, deps);
  addImportRoutes(router, deps);
  router.get('/api/admin/actions', async (req, res) => {
    const list: AdminActionList = await listActions(deps.db, parse(adminActionsQuery, req.query));
    res.json(list);
  });
  return router;
}

function addCategoryRoutes(router: Router, { db }: CatalogDeps): void {
  router.get('/api/admin/categories', async (_req, res) => {
    const list: AdminCategory[] = await listAdminCategories(db);
    res.json(list);
  });
  router.post('/api/admin/categories', async (req, res) => {
    const input = parse(categoryInput, req.body);
    const created: AdminCategory = await createCategory(db, currentAdmin(req).id, input);
    res.status(201).json(created);
  });
  router.put('/api/admin/categories/:id', async (req, res) => {
    const { id } = parse(idParams, req.params);
    const input = parse(categoryInput, req.body);
    const saved: AdminCategory = await updateCategory(db, currentAdmin(req).id, id, input);
    res.json(saved);
  });
  router.delete('/api/admin/categories/:id', async (req, res) => {
    const { id } = parse(idParams, req.params);
    await deleteCategory(db, currentAdmin(req).id, id);
    res.status(204).end();
  });
  router.post('/api/admin/categories/:id/restore', async (req, res) => {
    const { id } = parse(idParams, req.params);
    const restored: AdminCategory = await restoreCategory(db, currentAdmin(req).id, id);
    res.json(restored);
  });
}

function addArtistRoutes(router: Router, deps: CatalogDeps): void {
  const { db } = deps;
  router.get('/api/admin/artists', async (_req, res) => {
    const list: AdminArtist[] = await listAdminArtists(deps);
    res.json(list);
  });
  router.get('/api/admin/artists/:id', async (req, res) => {
    const { id } = parse(idParams, req.params);
    const artist: AdminArtistDetail = await findAdminArtist(db, id);
    res.json(artist);
  });
  router.post('/api/admin/artists', async (req, res) => {
    const input = parse(artistInput, req.body);
    const created: AdminArtistDetail = await createArtist(db, currentAdmin(req).id, input);
    res.status(201).json(created);
  });
  router.put('/api/admin/artists/:id', async (req, res) => {
    const { id } = parse(idParams, req.params);
    const input = parse(artistInput, req.body);
    const saved: AdminArtistDetail = await updateArtist(db, currentAdmin(req).id, id, input);
    res.json(saved);
  });
  router.delete('/api/admin/artists/:id', async (req, res) => {
    const { id } = parse(idParams, req.params);
    await deleteArtist(db, currentAdmin(req).id, id);
    res.status(204).end();
  });
  router.post('/api/admin/artists/:id/restore', async (req, res) => {
    const { id } = parse(idParams, req.params);
    const restored: AdminArtistDetail = await restoreArtist(db, currentAdmin(req).id, id);
    res.json(restored);
  });
}

function addUploadRoute(router: Router, { uploads }: AdminCatalogDeps): void {
  router.use('/api/admin/uploads', ...imageBodyUpTo(MAX_UPLOAD));
  router.post('/api/admin/uploads', async (req, res) => {
    const sent: unknown = req.body;
    const upload: Upload = {
      url: await uploads.store(Buffer.isBuffer(sent) ? sent : Buffer.alloc(0)),
    };
    res.status(201).json(upload);
  });
}
