import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useStoredChoice } from '#client/lib/browser/use-stored-choice';
import { paymentsPage } from './api';
import { TIMEZONE_NAMES, type TimezoneName } from './model/timezones';
import {
  countFilters,
  filtersForServer,
  NO_FILTERS,
  readFilters,
  type TrackingFilters,
  type TrackingState,
  writeFilters,
} from './model/tracking-filters';

export const PAGE_SIZES = [20, 50, 100] as const;
/** Debounce of typing in ms before the server is queried. */
const DEBOUNCE_MS = 300;

/**
 * Manages the listed payments and everything that selects them. While a search is being typed, the
 * list waits for a pause; actions use `filters`, which always match the fields.
 */
export function usePaymentsList() {
  const [path, navigate] = useLocation();
  const listed = readFilters(useSearch(), useHistoryState<unknown>());
  /** Search text that is not applied yet; null while the list matches the fields. */
  const [typed, setTyped] = useState<string | null>(null);
  const filters = typed === null ? listed : { ...listed, search: typed };
  const [timezone, chooseTimezone] = useStoredChoice<TimezoneName>(
    'adminVoterTimezone',
    TIMEZONE_NAMES,
    'WAT',
  );
  const [pageSize, choosePageSize] = useStoredChoice<number>('adminVoterPageSize', PAGE_SIZES, 50);

  const serverFilters = filtersForServer(listed, timezone);
  const order = listed.order || 'newest';
  const listKey = JSON.stringify([pageSize, serverFilters, order]);
  // Cursors of the pages before this one. Another list has other pages and starts over.
  const [position, setPosition] = useState<{ listKey: string; cursors: readonly string[] }>({
    listKey,
    cursors: [],
  });
  const cursors = position.listKey === listKey ? position.cursors : [];
  const page = useQuery(paymentsPage(serverFilters, { order, pageSize, cursor: cursors.at(-1) }));
  const nextCursor = page.isPlaceholderData ? null : (page.data?.nextCursor ?? null);

  const showFilters = (next: TrackingFilters) => {
    setTyped(null);
    const address = writeFilters(next);
    const state: TrackingState = { search: next.search };
    navigate(address ? `${path}?${address}` : path, { replace: true, state });
  };
  const listTyped = useRef(() => {});
  useEffect(() => {
    listTyped.current = () => showFilters(filters);
  });
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => listTyped.current(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return {
    page,
    filters,
    /** True when the list contains all payments. */
    isUnfiltered: !page.isPlaceholderData && countFilters(listed) === 0,
    /** Searches when typing pauses. */
    search: (text: string) => setTyped(text.trim()),
    /** For a link that shows other payments: discards the typed text. */
    forgetTyped: () => setTyped(null),
    refresh: () => (typed === null ? void page.refetch() : showFilters(filters)),
    changeFilters: (changed: Partial<TrackingFilters>) => showFilters({ ...filters, ...changed }),
    resetFilters: () => showFilters({ ...NO_FILTERS, order: filters.order }),
    /** Differs for each list and each page of it. */
    pageKey: `${listKey} ${cursors.length}`,
    timezone,
    chooseTimezone,
    pageSize,
    choosePageSize,
    firstPosition: cursors.length * pageSize + 1,
    showNext:
      nextCursor === null
        ? null
        : () => setPosition({ listKey, cursors: [...cursors, nextCursor] }),
    showPrevious:
      cursors.length === 0 ? null : () => setPosition({ listKey, cursors: cursors.slice(0, -1) }),
  };
}

export type PaymentsList = ReturnType<typeof usePaymentsList>;
