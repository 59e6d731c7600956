import { Router } from 'express';
import {
  artistIdParams,
  categoryIdParams,
  idParams,
  shareLinkParams,
} from '#shared/contracts/catalog';
import { parse } from '../http';
import { type CatalogDeps, findArtist } from './artists';
import { findCategory, listCategories } from './categories';
import { findSharedNomination, nominationsOfArtist, nominationsOfCategory } from './nominations';

export function catalogRoutes(deps: CatalogDeps): Router {
  const router = Router();

  router.get('/api/categories', async (_req, res) => {
    res.json(await listCategories(deps.db));
  });
  router.get('/api/categories/:id', async (req, res) => {
    const { id } = parse(idParams, req.params);
    res.json(await findCategory(deps.db, id));
  });
  router.get('/api/nominations/category/:categoryId', async (req, res) => {
    const { categoryId } = parse(categoryIdParams, req.params);
    res.json(await nominationsOfCategory(deps, categoryId));
  });
  router.get('/api/nominations/artist/:artistId', async (req, res) => {
    const { artistId } = parse(artistIdParams, req.params);
    res.json(await nominationsOfArtist(deps, artistId));
  });
  router.get('/api/nominations/share/:link', async (req, res) => {
    const { link } = parse(shareLinkParams, req.params);
    res.json(await findSharedNomination(deps, link));
  });
  router.get('/api/artists/:id', async (req, res) => {
    const { id } = parse(idParams, req.params);
    res.json(await findArtist(deps, id));
  });
  router.get('/api/artists/:id/nominations', async (req, res) => {
    const { id } = parse(idParams, req.params);
    res.json(await nominationsOfArtist(deps, id));
  });

  return router;
}
