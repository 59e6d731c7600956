import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { archivedResultsQuery } from '#client/lib/api/editions';
import { nominationsOfCategory } from '#client/lib/api/nominations';
import { useNear } from '#client/lib/page/use-near';
import { useLanguage } from '#client/lib/use-language';
import type { Nomination } from '#shared/contracts/catalog';
import type { ArchivedResults } from '#shared/contracts/editions';
import { archivePath } from '#shared/domain/editions';
import { localized } from '#shared/domain/localized';
import type { CountedEdition } from '../use-counted-edition';

const sumOf = (votes: readonly (number | null)[]) =>
  votes.reduce<number>((sum, each) => sum + (each ?? 0), 0);

/** The votes of each category as this site shows them; each links to the category. */
export function CategoryTotals({ edition }: { edition: CountedEdition }) {
  const { archivedYear, shows, categories } = edition;
  const { t } = useTranslation();
  const language = useLanguage();
  const [isNear, place] = useNear();
  const isShown = shows === 'live' || shows === 'sealed';
  const isEnabled = isNear && isShown;
  const isArchived = archivedYear !== null;
  const ofCurrent = useQueries({
    queries: categories.map(({ id }) => ({
      ...nominationsOfCategory(id),
      enabled: isEnabled && !isArchived,
      select: (nominees: Nomination[]) => sumOf(nominees.map(({ voteCount }) => voteCount)),
    })),
  });
  const ofArchived = useQueries({
    queries: categories.map(({ id }) => ({
      ...archivedResultsQuery(archivedYear ?? '', id),
      enabled: isEnabled && isArchived,
      select: ({ nominees }: ArchivedResults) => sumOf(nominees.map(({ votes }) => votes)),
    })),
  });
  const totals = isArchived ? ofArchived : ofCurrent;
  return (
    <>
      {shows !== undefined && !isShown && (
        <p className="text-ivory-soft">{t('count.totals.hidden')}</p>
      )}
      <ul ref={place} className="divide-y divide-surface-line">
        {categories.map(({ id, name, nameFr }, at) => {
          const votes = totals[at]?.data;
          return (
            // The minimum width keeps the names in place when the figures load.
            <li key={id} className="flex flex-wrap items-center gap-x-4 py-1">
              <Link
                href={isArchived ? archivePath(archivedYear, id) : `/category/${id}`}
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
