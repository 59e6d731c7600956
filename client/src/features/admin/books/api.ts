import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/request';

export const BOOKS_KEY = '/api/admin/books';

/** @param month null for the current month */
export const booksQuery = (month: string | null) =>
  queryOptions({
    queryKey: [BOOKS_KEY, month],
    queryFn: ({ signal }) =>
      call('GET /api/admin/books', {
        query: new URLSearchParams(month === null ? {} : { month }),
        signal,
      }),
    // An administrator who returns wants current figures.
    staleTime: 0,
  });

/** Refresh interval in ms while a comparison is running. */
const REFRESH_MS = 2_000;

export const bookDayQuery = (day: string) =>
  queryOptions({
    queryKey: [BOOKS_KEY, 'day', day],
    queryFn: ({ signal }) => call('GET /api/admin/books/days/:day', { params: { day }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.comparisons.some(({ isUnderWay }) => isUnderWay) === true && REFRESH_MS,
  });

/** @param day null for the whole edition */
export const closingsQuery = (day: string | null) =>
  queryOptions({
    queryKey: [BOOKS_KEY, 'closings', day],
    queryFn: ({ signal }) =>
      call('GET /api/admin/books/closings', {
        query: new URLSearchParams(day === null ? {} : { day }),
        signal,
      }),
    staleTime: 0,
  });
