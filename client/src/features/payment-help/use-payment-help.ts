import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentHelpBody } from '#shared/contracts/payment-help';
import { call } from '../../lib/api/request';

/** The same search twice is two requests: meanwhile the payment may have moved on. */
export function usePaymentHelp(firstSearch: PaymentHelpBody | null) {
  const [search, setSearch] = useState({ body: firstSearch, count: 0 });
  const { body } = search;
  const answer = useQuery({
    queryKey: ['/api/payment-help', search],
    queryFn: body ? ({ signal }) => call('POST /api/payment-help', { body, signal }) : skipToken,
    // An answer leaves the memory with the screen: the device may be shared.
    gcTime: 0,
    // Without a network the search fails at once instead of waiting for one.
    networkMode: 'always',
  });
  const find = (next: PaymentHelpBody) =>
    setSearch(({ count }) => ({ body: next, count: count + 1 }));
  return { searched: body, answer, find };
}
