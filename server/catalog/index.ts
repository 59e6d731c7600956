export { type CatalogDeps, loadArtists } from './artists';
export { activeCategories, listCategories } from './categories';
export { OWN_TEXTS } from './nominations';
export { EVERYTHING, SealedTotals } from './public-votes';
export { catalogRoutes } from './routes';
export { TrendingBoard } from './trending';
