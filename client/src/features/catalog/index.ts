export { categoryQuery, featuredQuery, sharedNominationQuery } from './api';
export { CategoryIcon } from './category-art/components/category-icon';
export { ArtistCard } from './components/artist-card';
export { CategoriesHero } from './components/categories-hero';
export { CategoryCard } from './components/category-card';
export { CategoryList } from './components/category-list';
export { LoadError, NotFound } from './components/load-error';
export { artistLink, postersLink } from './model/artist-link';
export { CategoryScreen, SharedNominationScreen } from './screen';
