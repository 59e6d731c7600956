export { artistLink } from './artist-link';
export { CategoriesHero } from './categories-hero';
export { CategoryCard } from './category-card';
export { CategoryIcon } from './category-icon';
export { CategoryList } from './category-list';
export { CategoryScreen } from './category-screen';
export { SharedNominationScreen } from './shared-nomination-screen';
