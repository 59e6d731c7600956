import { useQuery } from '@tanstack/react-query';
import { CalendarHeart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#client/ui/empty-state';
import { Skeleton } from '#client/ui/skeleton';
import { Spinner } from '#client/ui/spinner';
import { categoriesQuery } from '../api';
import { CategoryCard } from './category-card';
import { LoadError } from './load-error';

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

function CategoryListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="relative">
      <div className="category-grid">
        {SKELETONS.map((key) => (
          <Skeleton key={key} className="category-card rounded-card" />
        ))}
      </div>
      <div className="absolute inset-x-0 top-28 flex justify-center text-gold">
        <Spinner className="size-10" label={t('catalog.categories.loading')} />
      </div>
    </div>
  );
}

export function CategoryList() {
  const { t } = useTranslation();
  const { data: categories, isPending, refetch } = useQuery(categoriesQuery);

  if (isPending) return <CategoryListSkeleton />;
  if (!categories) return <LoadError onRetry={() => void refetch()} />;
  if (categories.length === 0) {
    return (
      <EmptyState
        icon={<CalendarHeart aria-hidden />}
        heading={t('catalog.categories.emptyHeading')}
        hint={t('catalog.categories.emptyHint')}
      />
    );
  }
  return (
    <ul className="category-grid">
      {categories.map((category, index) => (
        <li key={category.id} className="flex">
          <CategoryCard category={category} isFirst={index === 0} />
        </li>
      ))}
    </ul>
  );
}
