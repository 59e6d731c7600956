import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventTime } from '#client/lib/use-event';
import { Button } from '#client/ui/button';
import { StaleNote } from '../../admin-shell';
import type { RecordedAction } from '../api';
import { differenceBetween } from '../model/difference';
import { ActionSentence } from './action-sentence';
import { DifferenceView } from './difference-view';

/** Who did what to whom, when, and what became different. */
function ActivityEntry({ action }: { action: RecordedAction }) {
  const eventTime = useEventTime();
  return (
    <li className="rounded-xl border border-surface-line bg-surface-raised px-4 py-3 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        {/* Focused after more entries were asked for: reading goes on here. */}
        <h2 tabIndex={-1} className="min-w-0 wrap-anywhere font-sans text-base outline-none">
          <ActionSentence action={action} />
        </h2>
        <time dateTime={action.at} className="text-ivory-muted tabular-nums">
          {eventTime(action.at)}
        </time>
      </div>
      <DifferenceView difference={differenceBetween(action.before, action.after)} />
    </li>
  );
}

interface ActivityListProps {
  actions: readonly RecordedAction[];
  activity: UseInfiniteQueryResult;
}

export function ActivityList({ actions, activity }: ActivityListProps) {
  const { t } = useTranslation();
  const { isRefetchError, isFetchNextPageError, hasNextPage, isFetchingNextPage } = activity;
  const list = useRef<HTMLUListElement>(null);
  /** The entry to go on reading from; null until more entries are requested. */
  const readFrom = useRef<number | null>(null);

  useEffect(() => {
    if (readFrom.current === null || actions.length <= readFrom.current) return;
    // The button that was pressed is below them now, or gone.
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
