import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { categoriesQuery } from '#client/lib/api/categories';
import { EmptyState } from '#client/ui/empty-state';
import { Skeleton } from '#client/ui/skeleton';
import { Spinner } from '#client/ui/spinner';
import type { Category } from '#shared/contracts/catalog';
import { featuredQuery } from '../api';
import { ArtistRows } from '../artist-rows';
import { LongPageFilter } from '../filter/components/long-page-filter';
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

/** Number of categories a phone shows before scrolling. */
const IN_FIRST_VIEW = 2;

/**
 * Renders cells of the surrounding grid: the artists between the categories are not part of the
 * list.
 */
function Categories({
  shown,
  isFromTheTop = false,
}: {
  shown: Category[];
  isFromTheTop?: boolean;
}) {
  if (shown.length === 0) return null;
  return (
    <ul className="contents">
      {shown.map((category, index) => (
        <li key={category.id} className="flex">
          <CategoryCard category={category} isInView={isFromTheTop && index < IN_FIRST_VIEW} />
        </li>
      ))}
    </ul>
  );
}

/** Number of categories above own and featured artists: a full row, or three on a phone. */
const ARTISTS_AFTER = 3;

export function CategoryList() {
  const { t } = useTranslation();
  const { data: categories, isPending, refetch } = useQuery(categoriesQuery);
  const [shownIds, setShownIds] = useState<ReadonlySet<string> | null>(null);

  const { data: featured = [], isPending: isFeaturedPending } = useQuery(featuredQuery);

  // Wait for both: the one that loads later would move the other.
  if (isPending || isFeaturedPending) return <CategoryListSkeleton />;
  if (!categories) return <LoadError onRetry={() => void refetch()} />;
  if (categories.length === 0) {
    return (
      <EmptyState
        icon={<CalendarClock aria-hidden />}
        heading={t('catalog.categories.emptyHeading')}
        hint={t('catalog.categories.emptyHint')}
      />
    );
  }
  const shown = categories.filter(({ id }) => shownIds?.has(id) ?? true);
  return (
    <>
      <LongPageFilter
        label={t('catalog.categories.filter', { count: categories.length })}
        items={categories.map(({ id, name, nameFr }) => ({ id, names: [name, nameFr] }))}
        onShown={setShownIds}
      />
      <div className="category-grid">
        <Categories shown={shown.slice(0, ARTISTS_AFTER)} isFromTheTop />
        <ArtistRows featured={featured} />
        <Categories shown={shown.slice(ARTISTS_AFTER)} />
      </div>
    </>
  );
}
