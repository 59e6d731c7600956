export { CatalogImportScreen } from './catalog-import-screen';
