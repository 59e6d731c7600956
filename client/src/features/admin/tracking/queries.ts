import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, request } from '#client/lib/api';
import type { AdminPaymentHistory, VoterTracking } from '#shared/contracts/admin-payments';

/** Spec, section 9. */
const REFRESH_MS = 60_000;
const REFUND_REFRESH_MS = 5_000;

/** Begins the keys of all that changes when payments do. */
export const TRACKING_KEY = '/api/voter-tracking';
const HISTORY_KEY = '/api/admin/payments';

/** The page of payments that begins at the cursor, or the first. */
export function paymentsPage(filters: URLSearchParams, limit: number, cursor: string | undefined) {
  const params = new URLSearchParams(filters);
  params.set('limit', String(limit));
  if (cursor !== undefined) params.set('cursor', cursor);
  return queryOptions({
    queryKey: [TRACKING_KEY, `?${params}`] as const,
    queryFn: ({ signal }) => request<VoterTracking>('GET', `${TRACKING_KEY}?${params}`, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export const paymentHistory = (id: string) =>
  queryOptions({
    queryKey: [HISTORY_KEY, id] as const,
    queryFn: get<AdminPaymentHistory>(),
    staleTime: 0,
    // The provider's confirmation is a matter of seconds, as a rule.
    refetchInterval: ({ state }) => state.data?.isRefundPending === true && REFUND_REFRESH_MS,
  });
