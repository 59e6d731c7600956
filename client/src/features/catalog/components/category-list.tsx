import { useQuery } from '@tanstack/react-query';
import { CalendarHeart } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { EmptyState } from '#client/ui/empty-state';
import { Photo } from '#client/ui/photo';
import { Skeleton } from '#client/ui/skeleton';
import { Spinner } from '#client/ui/spinner';
import type { FeaturedArtist } from '#shared/contracts/catalog';
import { categoriesQuery, featuredQuery } from '../api';
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

/** Categories above those whom the organiser puts forward: a whole row of them, or three on a phone. */
const FEATURED_AFTER = 3;

/** A row between the categories, which leads to the profiles. */
function Featured({ artists }: { artists: readonly FeaturedArtist[] }) {
  const { t } = useTranslation();
  if (artists.length === 0) return null;
  return (
    <li className="col-span-full min-w-0 py-2">
      <h2 id="featured" className="font-bold text-2xl leading-tight">
        {t('catalog.categories.featured')}
      </h2>
      <ul
        aria-labelledby="featured"
        className="-mx-4 mt-1 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 py-2 sm:-mx-6 sm:scroll-px-6 sm:px-6"
      >
        {artists.map(({ id, name, photoUrl, categoryId }) => (
          <li key={id} className="shrink-0 snap-start">
            <Link
              href={`/category/${categoryId}?artist=${id}`}
              className="group flex w-[6.5rem] flex-col items-center gap-2 rounded-card p-1 text-center font-semibold text-sm leading-snug"
            >
              <span
                aria-hidden
                className="relative size-24 overflow-hidden rounded-full border-2 border-gold/60 transition-colors group-hover:border-gold"
              >
                <Photo address={photoUrl} sizes="6rem" name={name} className="text-3xl" />
              </span>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

export function CategoryList() {
  const { t } = useTranslation();
  const { data: categories, isPending, refetch } = useQuery(categoriesQuery);

  const { data: featured = [], isPending: isFeaturedPending } = useQuery(featuredQuery);

  // Together: the one would move the other.
  if (isPending || isFeaturedPending) return <CategoryListSkeleton />;
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
        <Fragment key={category.id}>
          {index === FEATURED_AFTER && <Featured artists={featured} />}
          <li className="flex">
            <CategoryCard category={category} isFirst={index === 0} />
          </li>
        </Fragment>
      ))}
      {categories.length <= FEATURED_AFTER && <Featured artists={featured} />}
    </ul>
  );
}
