import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { nominationsOfCategory } from '#client/lib/api/nominations';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { useNear } from '#client/lib/page/use-near';
import { useLanguage } from '#client/lib/use-language';
import type { PublicCategory } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';

/** The votes of each category as this site shows them; each links to the category. */
export function CategoryTotals({ categories }: { categories: readonly PublicCategory[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isNear, place] = useNear();
  const shows = useQuery(publicConfigQuery).data?.results.shows;
  const isShown = shows === 'live' || shows === 'sealed';
  const totals = useQueries({
    queries: categories.map(({ id }) => ({
      ...nominationsOfCategory(id),
      enabled: isNear && isShown,
    })),
  });
  return (
    <>
      {shows !== undefined && !isShown && (
        <p className="text-ivory-soft">{t('count.totals.hidden')}</p>
      )}
      <ul ref={place} className="divide-y divide-surface-line">
        {categories.map(({ id, name, nameFr }, at) => {
          const votes = totals[at]?.data?.reduce(
            (sum, nominee) => sum + (nominee.voteCount ?? 0),
            0,
          );
          return (
            // The minimum width keeps the names in place when the figures load.
            <li key={id} className="flex flex-wrap items-center gap-x-4 py-1">
              <Link
                href={`/category/${id}`}
                className="inline-flex min-h-touch min-w-0 flex-1 basis-36 items-center text-gold underline underline-offset-4 hover:text-gold-bright"
              >
                {localized(language, name, nameFr)}
              </Link>
              {isShown && (
                <span className="ml-auto min-w-28 text-right tabular-nums">
                  {votes === undefined ? '–' : t('count.timeline.votes', { count: votes })}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
