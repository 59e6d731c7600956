import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, send } from '#client/lib/api/request';
import { fileNameOf } from '#client/lib/save-file';
import type { PaymentOrder } from '#shared/domain/payment';
import { RecordCounter } from './model/count-records';
import { TIMEZONES, type TimezoneName } from './model/timezones';
import type { ServerFilters } from './model/tracking-filters';

/** Whom one looks for is sent in a body: it may stand in no address. */
const isSearch = (filters: ServerFilters): filters is ServerFilters & { search: string } =>
  filters.search !== undefined;

export type ExportLayout = 'tracking' | 'accounting';

interface PaymentsFile {
  name: string;
  content: Blob;
  records: number;
}

/**
 * Has the server write all payments that match into a file.
 * @throws ApiError for any non-OK answer; TypeError when the network fails, half-way too
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

/** How often the open page is fetched again. */
const REFRESH_MS = 60_000;
const REFUND_REFRESH_MS = 5_000;

/** Begins the keys of all that changes when payments do. */
export const TRACKING_KEY = '/api/voter-tracking';
const HISTORY_KEY = '/api/admin/payments';

interface PageAsked {
  order: PaymentOrder;
  pageSize: number;
  /** Where the page begins; undefined for the first. */
  cursor: string | undefined;
}

export function paymentsPage(filters: ServerFilters, { order, pageSize, cursor }: PageAsked) {
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
    // The provider's confirmation is a matter of seconds, as a rule.
    refetchInterval: ({ state }) => state.data?.isRefundPending === true && REFUND_REFRESH_MS,
  });
