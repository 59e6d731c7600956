import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useStoredChoice } from '../../lib/use-stored-choice';
import { paymentsPage } from './api';
import { TIMEZONE_NAMES, type TimezoneName } from './model/timezones';
import {
  filtersForServer,
  NO_FILTERS,
  readFilters,
  type TrackingFilters,
  type TrackingState,
  writeFilters,
} from './model/tracking-filters';

export const PAGE_SIZES = [20, 50, 100] as const;

/** The payments on screen, and everything that decides which those are. */
export function usePaymentsList() {
  const [path, navigate] = useLocation();
  const filters = readFilters(useSearch(), useHistoryState<unknown>());
  const [timezone, chooseTimezone] = useStoredChoice<TimezoneName>(
    'adminVoterTimezone',
    TIMEZONE_NAMES,
    'WAT',
  );
  const [pageSize, choosePageSize] = useStoredChoice<number>('adminVoterPageSize', PAGE_SIZES, 50);

  const serverFilters = filtersForServer(filters, timezone);
  const order = filters.order || 'newest';
  const list = JSON.stringify([pageSize, serverFilters, order]);
  // Where the pages begin that lead to this one. Another list has other pages, and starts anew.
  const [way, setWay] = useState<{ list: string; cursors: readonly string[] }>({
    list,
    cursors: [],
  });
  const cursors = way.list === list ? way.cursors : [];
  const page = useQuery(paymentsPage(serverFilters, { order, pageSize, cursor: cursors.at(-1) }));
  const nextCursor = page.isPlaceholderData ? null : (page.data?.nextCursor ?? null);

  const showFilters = (next: TrackingFilters) => {
    const address = writeFilters(next);
    const state: TrackingState = { search: next.search };
    navigate(address ? `${path}?${address}` : path, { replace: true, state });
  };
  return {
    page,
    filters,
    serverFilters,
    changeFilters: (changed: Partial<TrackingFilters>) => showFilters({ ...filters, ...changed }),
    resetFilters: () => showFilters({ ...NO_FILTERS, order: filters.order }),
    /** Differs for each list and each page of it. */
    pageKey: `${list} ${cursors.length}`,
    timezone,
    chooseTimezone,
    pageSize,
    choosePageSize,
    firstPosition: cursors.length * pageSize + 1,
    showNext:
      nextCursor === null ? null : () => setWay({ list, cursors: [...cursors, nextCursor] }),
    showPrevious:
      cursors.length === 0 ? null : () => setWay({ list, cursors: cursors.slice(0, -1) }),
  };
}

export type PaymentsList = ReturnType<typeof usePaymentsList>;
