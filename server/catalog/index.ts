export { type CatalogDeps, loadArtists } from './artists';
export { activeCategories, listCategories } from './categories';
export { catalogRoutes } from './routes';
export { TrendingBoard } from './trending';
