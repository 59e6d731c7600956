export { archivedCategoryPath, archivedSharePath } from './archived-links';
export { type CatalogDeps, type CatalogOf, findStandingArtist, loadArtists } from './artists';
export {
  CATEGORY_COLUMNS,
  CATEGORY_ORDER,
  type CategoryScope,
  displayedIn,
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
