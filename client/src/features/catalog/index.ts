export { artistLink } from './artist-link';
export { CategoriesHero } from './categories-hero';
export { CategoryCard } from './category-card';
export { CategoryIcon } from './category-icon';
export { CategoryList } from './category-list';
export { CategoryScreen, SharedNominationScreen } from './category-screen';
