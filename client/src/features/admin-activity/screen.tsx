import { useInfiniteQuery } from '@tanstack/react-query';
import { History, RefreshCw, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { AdminPage, LoadFailed, LoadingBlocks, SelectField } from '../admin-shell';
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
    <AdminPage
      title={t('activity.title')}
      intro={t('activity.intro')}
      actions={
        <>
          <SelectField
            isDense
            label={t('activity.kind.label')}
            value={kind ?? ''}
            choices={['', ...ACTIVITY_KINDS]}
            textOf={(one) => t(`activity.kind.${one || 'all'}`)}
            onChoose={chooseKind}
          />
          <Button variant="outline" size="sm" isBusy={isRefreshing} onClick={() => void refetch()}>
            {!isRefreshing && <RefreshCw aria-hidden className="size-4" />}
            {t('activity.refresh')}
          </Button>
        </>
      }
    >
      {!actions && !error && <LoadingBlocks heights={['h-32', 'h-48', 'h-32']} />}
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
    </AdminPage>
  );
}
