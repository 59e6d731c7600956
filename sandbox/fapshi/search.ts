import { z } from 'zod';
import { MEDIUM_OF } from './direct-pay-rules';
import { isoDate, statusOf } from './reports';
import type { FapshiTransaction } from './transaction';

const STATUSES = ['created', 'successful', 'failed', 'expired'] as const;

/** An invalid parameter is ignored, as if it were absent. */
const searchQuery = z.object({
  status: z.enum(STATUSES).optional().catch(undefined),
  medium: z.enum(Object.values(MEDIUM_OF)).optional().catch(undefined),
  start: z.iso.date().optional().catch(undefined),
  end: z.iso.date().optional().catch(undefined),
  amt: z.coerce.number().int().optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(100).catch(10),
  sort: z.enum(['asc', 'desc']).catch('desc'),
});

/** @param transactions oldest first */
export function search(
  transactions: readonly FapshiTransaction[],
  query: unknown,
): FapshiTransaction[] {
  const { status, medium, start, end, amt, limit, sort } = searchQuery.parse(query);
  const found = transactions.filter((one) => {
    const day = isoDate(one.createdAt).slice(0, 10);
    return (
      (status === undefined || statusOf(one).toLowerCase() === status) &&
      (medium === undefined || MEDIUM_OF[one.operator] === medium) &&
      (start === undefined || start <= day) &&
      (end === undefined || day <= end) &&
      (amt === undefined || one.amount === amt)
    );
  });
  return (sort === 'asc' ? found : found.reverse()).slice(0, limit);
}
