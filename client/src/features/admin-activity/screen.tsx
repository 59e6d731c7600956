import { useInfiniteQuery } from '@tanstack/react-query';
import { History, RefreshCw, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Skeleton } from '../../ui/skeleton';
import { LoadFailed, SelectField } from '../admin-shell';
import { activityQuery } from './api';
import { ActivityList } from './components/activity-list';
import { ACTIVITY_KINDS, useActivityKind } from './use-activity-kind';

interface NoActivityProps {
  isFiltered: boolean;
  onShowAll: () => void;
}

function NoActivity({ isFiltered, onShowAll }: NoActivityProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      role="status"
      className="rounded-xl border border-surface-line bg-surface-raised"
      icon={isFiltered ? <SearchX aria-hidden /> : <History aria-hidden />}
      heading={t(isFiltered ? 'activity.noMatch.heading' : 'activity.empty.heading')}
      hint={t(isFiltered ? 'activity.noMatch.hint' : 'activity.empty.hint')}
      action={isFiltered && <Button onClick={onShowAll}>{t('activity.noMatch.all')}</Button>}
    />
  );
}

/** Everything that was done in the administration, with what it changed. */
export function ActivityScreen() {
  const { t } = useTranslation();
  const [kind, chooseKind] = useActivityKind();
  const activity = useInfiniteQuery(activityQuery(kind));
  const { data, error, isFetching, isFetchingNextPage, refetch } = activity;
  const isRefreshing = isFetching && !isFetchingNextPage;
  const actions = data?.pages.flatMap((page) => page.actions);
  return (
    <div className="mx-auto flex max-w-page flex-col gap-5 px-3 py-5 sm:px-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="font-bold text-2xl outline-none">{t('activity.title')}</h1>
          <p className="text-ivory-soft text-sm">{t('activity.intro')}</p>
        </div>
        <div className="flex min-w-0 flex-wrap items-end gap-2">
          <SelectField
            isDense
            label={t('activity.kind.label')}
            value={kind ?? ''}
            onChange={({ target }) => chooseKind(target.value)}
          >
            <option value="">{t('activity.kind.all')}</option>
            {ACTIVITY_KINDS.map((one) => (
              <option key={one} value={one}>
                {t(`activity.kind.${one}`)}
              </option>
            ))}
          </SelectField>
          <Button variant="outline" size="sm" isBusy={isRefreshing} onClick={() => void refetch()}>
            {!isRefreshing && <RefreshCw aria-hidden className="size-4" />}
            {t('activity.refresh')}
          </Button>
        </div>
      </header>
      {!actions && !error && <LoadingList />}
      {!actions && error && (
        <LoadFailed
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
          texts={{ heading: t('activity.error.heading'), hint: t('activity.error.hint') }}
        />
      )}
      {actions?.length === 0 && (
        <NoActivity isFiltered={kind !== null} onShowAll={() => chooseKind('')} />
      )}
      {actions && actions.length > 0 && (
        <ActivityList key={kind} actions={actions} activity={activity} />
      )}
    </div>
  );
}

function LoadingList() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="h-32 w-full rounded-xl" />
      <Skeleton className="h-48 w-full rounded-xl" />
      <Skeleton className="h-32 w-full rounded-xl" />
    </div>
  );
}
