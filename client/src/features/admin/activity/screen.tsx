import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { Download, History, RefreshCw, SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  AdminPage,
  LoadFailed,
  LoadingBlocks,
  StaleNote,
  useEditionState,
} from '#client/features/admin/shell/index';
import { useAdminMutation, useMay } from '#client/features/auth/index';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { saveFile } from '#client/lib/save-file';
import { useEventTime } from '#client/lib/use-event';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import { toastError } from '#client/ui/overlay/toast';
import { activityQuery, fetchActivityFile, type RecordedAction } from './api';
import { ActionSentence } from './components/action-sentence';
import { ActivityFilterBar } from './components/activity-filter-bar';
import { DifferenceView } from './components/difference-view';
import { RestoreButton } from './components/restore-button';
import { differenceOf } from './model/difference';
import { useActivityFilters } from './use-activity-filters';

/** Shows who did what to whom and when; expanded, also what changed. */
function ActivityEntry({ action }: { action: RecordedAction }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const isArchived = useEditionState() === 'archived';
  const mayRestore = useMay('catalog') && !isArchived;
  const { entityId, entityName, isRestorable, undoableMerge, refund } = action;
  return (
    <li className="rounded-xl border border-surface-line bg-surface-raised px-4 py-2.5 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        {/* Receives the focus after more entries were requested, so that reading continues here. */}
        <h2 tabIndex={-1} className="min-w-0 wrap-anywhere font-sans text-base outline-none">
          <ActionSentence action={action} />
        </h2>
        <time dateTime={action.at} className="text-ivory-muted tabular-nums">
          {eventTime(action.at)}
        </time>
      </div>
      {refund && (
        <p className="text-ivory-soft">
          <span className="font-semibold">{t('activity.refundNow.label')}</span>{' '}
          {t(`activity.refundNow.${refund}`)}
        </p>
      )}
      <DifferenceView difference={differenceOf(action)} />
      {mayRestore && (isRestorable || undoableMerge !== null) && (
        <div className="mt-1.5">
          {undoableMerge === null ? (
            <RestoreButton
              kind={action.entity === 'artist' ? 'artists' : 'categories'}
              id={entityId}
              name={entityName ?? ''}
            />
          ) : (
            <RestoreButton kind="merges" id={undoableMerge} name={entityName ?? ''} />
          )}
        </div>
      )}
    </li>
  );
}

interface ActivityListProps {
  actions: readonly RecordedAction[];
  activity: UseInfiniteQueryResult;
}

function ActivityList({ actions, activity }: ActivityListProps) {
  const { t } = useTranslation();
  const { isRefetchError, isFetchNextPageError, hasNextPage, isFetchingNextPage } = activity;
  const list = useRef<HTMLUListElement>(null);
  /** Index of the entry from which reading continues; null until more entries are requested. */
  const readFrom = useRef<number | null>(null);

  useEffect(() => {
    if (readFrom.current === null || actions.length <= readFrom.current) return;
    // The button that was pressed is now below the new entries, or gone.
    list.current?.children.item(readFrom.current)?.querySelector('h2')?.focus();
    readFrom.current = null;
  }, [actions.length]);

  const showMore = () => {
    readFrom.current = actions.length;
    void activity.fetchNextPage();
  };
  return (
    <div className="flex flex-col gap-3">
      {isRefetchError && <StaleNote text={t('activity.error.stale')} />}
      <ul ref={list} aria-label={t('activity.list')} className="flex flex-col gap-3">
        {actions.map((action) => (
          <ActivityEntry key={action.id} action={action} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-ivory-soft text-sm">
          {t('activity.shown', { count: actions.length })}
          {!hasNextPage && ` ${t('activity.end')}`}
        </p>
        {isFetchNextPageError && <StaleNote text={t('activity.moreFailed')} />}
        {hasNextPage && (
          <Button variant="outline" size="sm" isBusy={isFetchingNextPage} onClick={showMore}>
            {t(isFetchNextPageError ? 'common.retry' : 'activity.more')}
          </Button>
        )}
      </div>
    </div>
  );
}

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

/** Lists all actions in the administration, with what they changed. */
export function ActivityScreen() {
  const { t } = useTranslation();
  usePageTitle(t('activity.title'));
  const filtering = useActivityFilters();
  const { filters, isFiltered, reset } = filtering;
  const activity = useInfiniteQuery(activityQuery(filters));
  const { data, error, isFetching, isFetchingNextPage, refetch } = activity;
  const isRefreshing = isFetching && !isFetchingNextPage;
  const actions = data?.pages.flatMap((page) => page.actions);
  const exporting = useAdminMutation({
    mutationFn: fetchActivityFile,
    onSuccess: ({ name, content }) => saveFile(name, content),
    onError: () => toastError(t('activity.error.export'), t('activity.error.hint')),
  });
  return (
    <AdminPage
      title={t('activity.title')}
      intro={t('activity.intro')}
      actions={
        <>
          <Button
            variant="outline"
            size="sm"
            isBusy={exporting.isPending}
            onClick={() => exporting.mutate(filters)}
          >
            {!exporting.isPending && <Download aria-hidden className="size-4" />}
            {t('activity.export')}
          </Button>
          <Button variant="outline" size="sm" isBusy={isRefreshing} onClick={() => void refetch()}>
            {!isRefreshing && <RefreshCw aria-hidden className="size-4" />}
            {t('activity.refresh')}
          </Button>
        </>
      }
    >
      <ActivityFilterBar {...filtering} />
      {!actions && !error && <LoadingBlocks heights={['h-20', 'h-20', 'h-20', 'h-20']} />}
      {!actions && error && (
        <LoadFailed
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
          texts={{ heading: t('activity.error.heading'), hint: t('activity.error.hint') }}
        />
      )}
      {actions?.length === 0 && <NoActivity isFiltered={isFiltered} onShowAll={reset} />}
      {actions && actions.length > 0 && (
        <ActivityList key={JSON.stringify(filters)} actions={actions} activity={activity} />
      )}
    </AdminPage>
  );
}
