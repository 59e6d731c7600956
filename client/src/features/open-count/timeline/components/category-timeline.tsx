import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '#client/features/layout/index';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { importOrReload } from '#client/lib/failures/import-or-reload';
import { addTexts } from '#client/lib/i18n';
import { useNear } from '#client/lib/page/use-near';
import { Skeleton } from '#client/ui/skeleton';

const Timeline = lazy(async () => {
  const [module] = await Promise.all([
    importOrReload(() => import('./timeline')),
    addTexts('count'),
  ]);
  return { default: module.Timeline };
});

interface CategoryTimelineProps {
  categoryId: string;
  categoryName: string;
}

/**
 * The timeline below a category's nominees. Its space is reserved from the start, and its content
 * is loaded when it is near the viewport. Renders nothing when the votes are not public.
 */
export function CategoryTimeline({ categoryId, categoryName }: CategoryTimelineProps) {
  const { t } = useTranslation();
  const id = useId();
  const shows = useQuery(publicConfigQuery).data?.results.shows;
  const [isNear, place] = useNear();
  if (shows !== 'live' && shows !== 'sealed') return null;
  return (
    <section ref={place} aria-labelledby={id} className="mt-12 min-h-[72rem] sm:min-h-[54rem]">
      <h2 id={id} className="mb-4 font-bold text-2xl">
        {t('catalog.timeline')}
      </h2>
      {isNear && (
        // A failure here must not affect the rest of the page.
        <ErrorBoundary fallback={null}>
          <Suspense fallback={<Skeleton className="h-72" />}>
            <Timeline
              key={categoryId}
              categoryId={categoryId}
              categoryName={categoryName}
              archivedYear={null}
              isSealed={shows === 'sealed'}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </section>
  );
}
