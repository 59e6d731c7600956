import { useTranslation } from 'react-i18next';
import { Skeleton } from '#client/ui/skeleton';

const NOMINEES = ['a', 'b', 'c', 'd', 'e', 'f'];

export function NomineeGridSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="nominee-grid">
      <span className="sr-only">{t('catalog.category.loading')}</span>
      {NOMINEES.map((key) => (
        <div key={key} className="@container flex">
          <div className="artist-card">
            <Skeleton className="artist-photo rounded-none" />
            <div className="artist-body">
              <Skeleton className="h-6 w-2/3" />
              <Skeleton className="in-row:h-5 h-12" />
              <Skeleton className="h-11 rounded-full" />
              <Skeleton className="in-row:hidden h-11 rounded-full" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

/** The hero while its category is loading. */
export const HeroSkeleton = () => (
  <div className="mx-auto flex w-full max-w-page flex-1 flex-col justify-end gap-1.5 px-4 pt-1 sm:gap-3 sm:px-6 sm:pt-6">
    <div className="flex items-center gap-3 sm:flex-col sm:items-start">
      <Skeleton className="size-11 shrink-0 rounded-2xl sm:size-16" />
      <Skeleton className="h-7 w-3/4 max-w-lg sm:h-16" />
    </div>
    <Skeleton className="h-15 w-full max-w-xl sm:h-7" />
    <Skeleton className="mb-21 h-7 w-32 rounded-full sm:mb-22" />
  </div>
);
