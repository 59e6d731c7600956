import { CloudOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';
import { importOrReload } from '#client/lib/failures/import-or-reload';
import { useNear } from '#client/lib/page/use-near';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import { SelectField } from '#client/ui/fields/select-field';
import { Section } from '#client/ui/section';
import { Skeleton } from '#client/ui/skeleton';
import type { OpenCount } from '#shared/contracts/open-count';
import { archivePath } from '#shared/domain/editions';
import { localized } from '#shared/domain/localized';
import { CategoryTotals } from './components/category-totals';
import { EditionChoice, editionsToChoose } from './components/edition-choice';
import { Figures } from './components/figures';
import { OwnVerifier } from './components/own-verifier';
import { Publications } from './components/publications';
import { RecountHere } from './recount';
import {
  type CountedCategory,
  type CountedEdition,
  useCountedEdition,
} from './use-counted-edition';
import { useOpenCount } from './use-open-count';

const Timeline = lazy(async () => ({
  default: (await importOrReload(() => import('./timeline/components/timeline'))).Timeline,
}));

type Head = NonNullable<OpenCount['head']>;

/** Shows when the log is paused, or continues another log. */
function Interruptions({ count: { pausedSince, continues } }: { count: OpenCount }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  return (
    <>
      {pausedSince && (
        <p role="status" className="rounded-card border border-alert bg-surface-raised px-4 py-3">
          <strong className="block">
            {t('count.paused.heading', { time: eventTime(pausedSince) })}
          </strong>
          {t('count.paused.meaning')}
        </p>
      )}
      {continues && (
        <p className="wrap-anywhere rounded-card border border-surface-line bg-surface-raised px-4 py-3">
          {t('count.continues', {
            entry: continues.entry,
            origin: continues.origin,
            count: continues.size,
          })}{' '}
          <q>{continues.reason}</q>
        </p>
      )}
    </>
  );
}

/** Shows when the checkpoint was signed, and which witnesses co-signed it. */
function Signed({ head, witnesses }: { head: Head; witnesses: OpenCount['witnesses'] }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  return (
    <div className="flex flex-col gap-1 text-ivory-soft">
      <p>{t('count.asOf', { time: eventTime(head.signedAt) })}</p>
      {head.sealed > 0 && <p>{t('count.sealedNote', { count: head.sealed })}</p>}
      {witnesses.length === 0 && <p>{t('count.witness.none')}</p>}
      {witnesses.length > 0 && (
        <>
          <p className="mt-2 font-semibold text-ivory">{t('count.witness.heading')}</p>
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {witnesses.map(({ name, seen }) => (
              <li key={name} className="wrap-anywhere">
                {seen
                  ? t('count.witness.seen', { name, count: seen.size, time: eventTime(seen.at) })
                  : t('count.witness.unseen', { name })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Shows one category at a time. */
function Timelines({ edition }: { edition: CountedEdition }) {
  const { archivedYear, shows, categories } = edition;
  const { t } = useTranslation();
  const language = useLanguage();
  const [isNear, place] = useNear();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = categories.find(({ id }) => id === chosenId) ?? categories[0];
  if (shows === 'hidden' || shows === 'ranks') {
    return <p className="text-ivory-soft">{t('count.timeline.hidden')}</p>;
  }
  const nameOf = ({ name, nameFr }: CountedCategory) => localized(language, name, nameFr) ?? name;
  return (
    <div ref={place} className="flex min-h-[74rem] flex-col gap-4 sm:min-h-[56rem]">
      {chosen && (
        <SelectField
          label={t('count.timeline.category')}
          value={chosen.id}
          choices={categories.map(({ id }) => id)}
          textOf={(id) => nameOf(categories.find((category) => category.id === id) ?? chosen)}
          onChoose={setChosenId}
        />
      )}
      {isNear && chosen && (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <Timeline
            key={chosen.id}
            categoryId={chosen.id}
            categoryName={nameOf(chosen)}
            archivedYear={archivedYear}
            isSealed={shows === 'sealed'}
          />
        </Suspense>
      )}
    </div>
  );
}

const LIST = 'flex list-disc flex-col gap-2 pl-5 text-ivory-soft';

interface CountedProps {
  count: OpenCount;
  /** Year of the chosen edition; null for the current one. */
  year: string | null;
  onChoose: (year: string) => void;
  shown: CountedEdition;
}

function Counted({ count, year, onChoose, shown }: CountedProps) {
  const { t } = useTranslation();
  const { head, edition } = count;
  const { archivedYear } = shown;
  const isOneOfSeveral = editionsToChoose(count).length > 1;
  if (!head) {
    return (
      <EmptyState
        icon={<CloudOff aria-hidden />}
        heading={t('count.empty.heading')}
        hint={t('count.empty.hint')}
      />
    );
  }
  return (
    <>
      <Interruptions count={count} />
      {isOneOfSeveral && (
        <EditionChoice count={count} year={year ?? edition.year} onChoose={onChoose} />
      )}
      {isOneOfSeveral ? <Figures sums={edition} /> : <Figures sums={head} entries={head.size} />}
      {edition.publications.length > 0 && (
        <Section title={t('count.publications.heading')}>
          <Publications edition={edition} />
        </Section>
      )}
      {isOneOfSeveral && (
        <Section title={t('count.edition.all')}>
          <Figures sums={head} entries={head.size} />
        </Section>
      )}
      <Section title={t('count.recount.heading')}>
        <RecountHere />
      </Section>
      <Section title={t('count.totals.heading')}>
        <CategoryTotals edition={shown} />
        {archivedYear !== null && (
          <Link
            href={archivePath(archivedYear)}
            className="inline-flex min-h-touch items-center self-start font-semibold text-gold underline underline-offset-4 hover:text-gold-bright"
          >
            {t('count.edition.archive', { year: archivedYear })}
          </Link>
        )}
      </Section>
      <Section title={t('count.about')}>
        <p className="text-ivory-soft text-pretty">{t('count.intro')}</p>
        <Signed head={head} witnesses={count.witnesses} />
      </Section>
      <Section title={t('catalog.timeline')}>
        {/* Keyed: another edition has other categories. */}
        <Timelines key={edition.id} edition={shown} />
      </Section>
      <Section title={t('count.own.heading')}>
        <OwnVerifier keys={count.keys} />
      </Section>
      <Section title={t('count.proves.heading')}>
        <ul className={LIST}>
          <li>{t('count.proves.yes1')}</li>
          <li>{t('count.proves.yes2')}</li>
          <li>{t('count.proves.yes3')}</li>
          <li>{t('count.proves.no1')}</li>
          <li>{t('count.proves.no2')}</li>
        </ul>
      </Section>
    </>
  );
}

/** The public log of counted votes, which everyone can recount. */
export function OpenCountScreen() {
  const { t } = useTranslation();
  usePageTitle(t('count.title'));
  const [address, setAddress] = useSearchParams();
  const asked = address.get('edition');
  const year = asked !== null && /^\d{4}$/.test(asked) ? asked : null;
  const setYear = (edition: string) => setAddress({ edition }, { replace: true });
  const { data: count, refetch, ...query } = useOpenCount(year);
  const shown = useCountedEdition(year);
  // Wait for both: the one that loads later would move the other.
  const isPending = query.isPending || shown.isPending;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-8 px-4 pt-4 pb-16 sm:px-6 sm:pt-8">
      <header>
        <h1 className="font-extrabold text-4xl leading-tight sm:text-5xl">{t('count.title')}</h1>
      </header>
      {count && !isPending && (
        <Counted count={count} year={year} onChoose={setYear} shown={shown} />
      )}
      {isPending && <Skeleton className="h-screen" />}
      {!count && !isPending && (
        <EmptyState
          role="alert"
          icon={<CloudOff aria-hidden />}
          heading={t('count.loadError.heading')}
          hint={t('count.loadError.hint')}
          action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
        />
      )}
    </div>
  );
}
