export { CatalogImportScreen } from './screen';
