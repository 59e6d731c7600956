export { type CatalogDeps, loadArtists } from './artists';
export { activeCategories, listCategories } from './categories';
export { OWN_TEXTS, voteCount } from './nominations';
export { catalogRoutes } from './routes';
export { TrendingBoard } from './trending';
