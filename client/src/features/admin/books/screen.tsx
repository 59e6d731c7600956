import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import {
  AdminPage,
  Notice,
  QueryView,
  SelectField,
  StaleNote,
} from '#client/features/admin/shell/index';
import { formatMoney } from '#client/lib/format';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { formatDay } from '#client/lib/time/format-day';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import type { Books } from '#shared/contracts/books';
import { bookDayQuery, booksQuery } from './api';
import { ClosingsSection } from './components/closings-section';
import { DayView } from './components/day-view';
import { MonthView } from './components/month-view';
import { ProviderCosts } from './components/provider-costs';
import { monthsBetween, monthText } from './model/months';

/** Shows the totals over all time, the same as in the metrics. */
function Overall({ overall: { differences, votes } }: Pick<Books, 'overall'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (differences.length === 0 && votes === 0) {
    return (
      <p role="status" className="flex items-center gap-3 font-bold text-lg text-success">
        <CircleCheck aria-hidden className="size-6 shrink-0" />
        {t('books.overall.right')}
      </p>
    );
  }
  const parts = [
    ...differences.map((difference) => formatMoney(difference, language)),
    ...(votes === 0 ? [] : [t('admin.voteCount', { count: votes })]),
  ];
  return (
    <Notice
      isProblem
      icon={TriangleAlert}
      text={t('books.overall.wrong', {
        differences: new Intl.ListFormat(language).format(parts),
        command: 'npm run ledger:verify',
      })}
    />
  );
}

/** The month is part of the address: it survives a reload and can be linked. */
function useMonth(): [string | null, (month: string) => void] {
  const [, navigate] = useLocation();
  const month = new URLSearchParams(useSearch()).get('month');
  return [month, (chosen) => navigate(`/admin/books?${new URLSearchParams({ month: chosen })}`)];
}

function RefreshButton({ query }: { query: UseQueryResult }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="outline"
      size="sm"
      isBusy={query.isFetching}
      onClick={() => void query.refetch()}
    >
      {!query.isFetching && <RefreshCw aria-hidden className="size-4" />}
      {t('activity.refresh')}
    </Button>
  );
}

/** Shows a month or one of its days, depending on the address. */
export function BooksScreen() {
  const { t } = useTranslation();
  usePageTitle(t('books.title'));
  const day = new URLSearchParams(useSearch()).get('day');
  return day === null ? <MonthScreen /> : <DayScreen day={day} />;
}

function DayScreen({ day }: { day: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const query = useQuery(bookDayQuery(day));
  return (
    <AdminPage
      title={formatDay(day, language)}
      intro={t('books.dayIntro')}
      actions={
        <>
          <Button asChild variant="outline" size="sm">
            <Link href={`/admin/books?month=${day.slice(0, 7)}`}>
              <ArrowLeft aria-hidden className="size-4" />
              {t('books.back')}
            </Link>
          </Button>
          <RefreshButton query={query} />
        </>
      }
    >
      {query.isRefetchError && <StaleNote text={t('books.stale')} />}
      <QueryView query={query}>{(read) => <DayView day={read} />}</QueryView>
    </AdminPage>
  );
}

/** Money taken and votes counted, by day and currency. */
function MonthScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [month, chooseMonth] = useMonth();
  const query = useQuery(booksQuery(month));
  const { data: books } = query;
  return (
    <AdminPage
      title={t('books.title')}
      intro={t('books.intro')}
      actions={
        <>
          {books && (
            <SelectField
              isDense
              label={t('books.month')}
              value={books.month}
              choices={monthsOffered(books)}
              textOf={(month) => monthText(month, language)}
              onChoose={chooseMonth}
            />
          )}
          <RefreshButton query={query} />
        </>
      }
    >
      {query.isRefetchError && <StaleNote text={t('books.stale')} />}
      <QueryView query={query}>
        {(read) => (
          <>
            <Overall overall={read.overall} />
            <MonthView books={read} />
            <ProviderCosts costs={read.costs} />
            <ClosingsSection day={null} />
          </>
        )}
      </QueryView>
    </AdminPage>
  );
}

/** A linked month may be before the first payment or after today. */
function monthsOffered({ month, firstMonth, today }: Books): string[] {
  const listedMonths = monthsBetween(firstMonth, today.slice(0, 7));
  return listedMonths.includes(month) ? listedMonths : [month, ...listedMonths];
}
