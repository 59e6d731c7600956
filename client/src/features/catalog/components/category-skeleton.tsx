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

/** The hero before it knows its category. */
export const HeroSkeleton = () => (
  <div className="mx-auto flex w-full max-w-page flex-1 flex-col justify-end gap-3 px-4 pt-6 sm:px-6">
    <Skeleton className="size-16 rounded-2xl" />
    <Skeleton className="h-10 w-3/4 max-w-lg sm:h-16" />
    <Skeleton className="h-7 w-full max-w-xl" />
    <Skeleton className="mb-17 h-7 sm:mb-22 w-32 rounded-full" />
  </div>
);
