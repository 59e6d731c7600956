import { useTranslation } from 'react-i18next';
import { CategoriesHero, CategoryList } from '#client/features/catalog/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function CategoriesPage() {
  const { t } = useTranslation();
  usePageTitle(t('catalog.categories.pageTitle'), t('catalog.categories.lead'));
  return (
    // The hero's glow is behind the whole page, and the search results are in front of it.
    <div className="isolate">
      <CategoriesHero />
      <div className="mx-auto max-w-page px-4 pb-16 sm:px-6">
        <CategoryList />
      </div>
    </div>
  );
}
