import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, send } from '#client/lib/api/request';
import { fileNameOf } from '#client/lib/save-file';
import type { PaymentOrder } from '#shared/domain/payment';
import { RecordCounter } from './model/count-records';
import { TIMEZONES, type TimezoneName } from './model/timezones';
import type { ServerFilters } from './model/tracking-filters';

/** A search text is sent in a body: personal data must not appear in an address. */
const isSearch = (filters: ServerFilters): filters is ServerFilters & { search: string } =>
  filters.search !== undefined;

export type ExportLayout = 'tracking' | 'accounting';

interface PaymentsFile {
  name: string;
  content: Blob;
  records: number;
}

/**
 * Downloads all matching payments as a file that the server writes.
 * @throws ApiError for any non-OK response; TypeError when the network fails, even half-way
 */
export async function fetchPaymentsFile({
  layout,
  filters,
  timezone,
}: {
  layout: ExportLayout;
  filters: ServerFilters;
  timezone: TimezoneName;
}): Promise<PaymentsFile> {
  const path = '/api/admin/payments.csv';
  const headers = { Accept: 'text/csv' };
  const response =
    layout === 'accounting'
      ? await send('POST', '/api/admin/accounting.csv', {
          headers,
          body: { ...filters, timezone: TIMEZONES[timezone] },
        })
      : isSearch(filters)
        ? await send('POST', path, { headers, body: filters })
        : await send('GET', `${path}?${new URLSearchParams(filters)}`, { headers });
  const counter = new RecordCounter();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    counter.add(read.value);
    parts.push(read.value);
  }
  return {
    name: fileNameOf(response, 'voter-tracking.csv'),
    content: new Blob(parts, { type: 'text/csv' }),
    records: counter.records,
  };
}

/** Refresh interval of the open page in ms. */
const REFRESH_MS = 60_000;
const REFUND_REFRESH_MS = 5_000;

/** First part of the query keys of all data that changes with payments. */
export const TRACKING_KEY = '/api/voter-tracking';
const HISTORY_KEY = '/api/admin/payments';

interface PageRequest {
  order: PaymentOrder;
  pageSize: number;
  /** Cursor of the page; undefined for the first. */
  cursor: string | undefined;
}

export function paymentsPage(filters: ServerFilters, { order, pageSize, cursor }: PageRequest) {
  const page = { order, limit: String(pageSize), ...(cursor !== undefined && { cursor }) };
  return queryOptions({
    queryKey: [TRACKING_KEY, filters, page] as const,
    queryFn: ({ signal }) =>
      isSearch(filters)
        ? call('POST /api/voter-tracking/search', { body: { ...filters, ...page }, signal })
        : call('GET /api/voter-tracking', {
            query: new URLSearchParams({ ...filters, ...page }),
            signal,
          }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export const paymentHistory = (id: string) =>
  queryOptions({
    queryKey: [HISTORY_KEY, id] as const,
    queryFn: ({ signal }) => call('GET /api/admin/payments/:id', { params: { id }, signal }),
    staleTime: 0,
    // The provider usually confirms within seconds.
    refetchInterval: ({ state }) => state.data?.isRefundPending === true && REFUND_REFRESH_MS,
  });
