import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'wouter';
import { archivedResultsQuery, archiveQuery, editionsQuery } from '#client/lib/api/editions';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useEditionTitle, useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import type { ArchivedEdition, ArchivedResults } from '#shared/contracts/editions';
import { ARCHIVES_PATH, archivePath } from '#shared/domain/editions';
import { localized } from '#shared/domain/localized';
import type { ResultPolicy } from '#shared/domain/results';
import { ArchiveFrame, ArchiveMissing } from './components/archive-frame';
import { Nominee } from './components/archived-nominee';

export { PreviewStrip } from './components/preview-strip';

/** Says what of the votes was published. */
function ShownVotes({ shows }: { shows: ResultPolicy }) {
  const { t } = useTranslation();
  return <p className="max-w-prose text-ivory-soft">{t(`editions.shows.${shows}`)}</p>;
}

function CheckCount({ year }: { year: string }) {
  const { t } = useTranslation();
  return (
    <Link
      href={`/count?edition=${year}`}
      className="inline-flex min-h-touch items-center self-start font-semibold text-gold underline underline-offset-4 hover:text-gold-bright"
    >
      {t('editions.count')}
    </Link>
  );
}

/** `/editions`: all editions, the latest first. */
export function EditionsScreen() {
  const { t } = useTranslation();
  const titleOf = useEditionTitle();
  usePageTitle(t('editions.title'), t('editions.intro'));
  const { data, error, refetch } = useQuery(editionsQuery);
  if (!data) return <ArchiveMissing error={error} onRetry={() => void refetch()} />;
  return (
    <ArchiveFrame title={t('editions.title')} lead={t('editions.intro')} back={null}>
      <ul className="grid gap-4 sm:grid-cols-2">
        {data.map((edition) => (
          <li
            key={edition.year}
            className="flex flex-col gap-1 rounded-2xl border border-surface-line bg-surface-raised p-5"
          >
            <h2 className="wrap-anywhere font-bold text-xl">{titleOf(edition)}</h2>
            <p className="text-ivory-soft">
              {t('editions.categories', { count: edition.categories })}
              {', '}
              {t('catalog.nomineeCount', { count: edition.nominees })}
            </p>
            <Link
              href={edition.isCurrent ? '/categories' : archivePath(edition.year)}
              className="inline-flex min-h-touch items-center self-start font-semibold text-gold underline underline-offset-4 hover:text-gold-bright"
            >
              {edition.isCurrent ? t('editions.current') : t('editions.results', edition)}
            </Link>
          </li>
        ))}
      </ul>
    </ArchiveFrame>
  );
}

/** `/editions/2025`: the winners of each category. */
export function EditionScreen() {
  const { year = '' } = useParams();
  const { data, error, refetch } = useQuery(archiveQuery(year));
  if (!data) return <ArchiveMissing error={error} onRetry={() => void refetch()} />;
  return <Edition edition={data} />;
}

function Edition({ edition }: { edition: ArchivedEdition }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const eventTime = useEventTime();
  const title = useEditionTitle()(edition);
  const { year, closesAt, shows } = edition;
  usePageTitle(title, t('editions.lead', { event: title }));
  return (
    <ArchiveFrame
      title={title}
      lead={closesAt === null ? undefined : t('editions.closed', { time: eventTime(closesAt) })}
      back={{ href: ARCHIVES_PATH, text: t('editions.all') }}
    >
      <div className="flex flex-col gap-2">
        <ShownVotes shows={shows} />
        <CheckCount year={year} />
      </div>
      <ul className="flex flex-col gap-4">
        {edition.list.map((category) => (
          <li
            key={category.id}
            className="flex flex-col gap-4 rounded-2xl border border-surface-line bg-surface-raised p-5"
          >
            <h2 className="wrap-anywhere font-bold text-xl leading-tight">
              {localized(language, category.name, category.nameFr)}
            </h2>
            {category.winners.map((winner) => (
              <Nominee key={winner.id} nominee={winner} />
            ))}
            {category.nominees > 0 && (
              <Link
                href={archivePath(year, category.id)}
                aria-label={t('editions.allNomineesOf', {
                  count: category.nominees,
                  category: localized(language, category.name, category.nameFr),
                })}
                className="inline-flex min-h-touch items-center self-start font-semibold text-gold underline underline-offset-4 hover:text-gold-bright"
              >
                {t('editions.allNominees', { count: category.nominees })}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </ArchiveFrame>
  );
}

/** `/editions/2025/<category>`: all nominees of a category as they were. */
export function EditionCategoryScreen() {
  const { year = '', categoryId = '' } = useParams();
  const { data, error, refetch } = useQuery(archivedResultsQuery(year, categoryId));
  if (!data) return <ArchiveMissing error={error} onRetry={() => void refetch()} />;
  return <EditionCategory results={data} />;
}

function EditionCategory({ results }: { results: ArchivedResults }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { edition, category, nominees } = results;
  const event = useEditionTitle()(edition);
  const name = localized(language, category.name, category.nameFr);
  const description = localized(language, category.description, category.descriptionFr);
  usePageTitle(`${name} – ${event}`, t('editions.categoryLead', { category: name, event }));
  return (
    <ArchiveFrame
      title={name}
      lead={description?.trim() || undefined}
      back={{ href: archivePath(edition.year), text: event }}
    >
      <ShownVotes shows={edition.shows} />
      <ul className="flex flex-col gap-4">
        {nominees.map((nominee) => (
          <li
            key={nominee.id}
            className="rounded-2xl border border-surface-line bg-surface-raised p-5"
          >
            <Nominee nominee={nominee} isWhole />
          </li>
        ))}
      </ul>
    </ArchiveFrame>
  );
}
