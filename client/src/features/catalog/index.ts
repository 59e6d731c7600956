export { CategoriesHero } from './categories-hero';
export { CategoryList } from './category-list';
export { CategoryScreen } from './category-screen';
export { SharedNominationScreen } from './shared-nomination-screen';
