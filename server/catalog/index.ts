export { type CatalogDeps, findStandingArtist, loadArtists } from './artists';
export {
  CATEGORY_ORDER,
  findCategory,
  isWithin,
  listCategories,
  loadCategories,
} from './categories';
export { isOpen, nominationsOfCategory, OWN_TEXTS } from './nominations';
export { ALL_RESULTS, SealedTotals, votesOfArtist, votesOfNomination } from './public-votes';
export { registerCatalog } from './routes';
export { findPosterKits, followShortLink } from './short-links';
export { TrendingBoard } from './trending';
