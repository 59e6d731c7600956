export { adminCategoriesQuery } from './api';
export { CategoriesTab } from './screen';
