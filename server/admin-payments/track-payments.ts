import type { z } from 'zod';
import type {
  PaymentFilters,
  VoterTracking,
  voterTrackingQuery,
} from '#shared/contracts/admin-payments';
import type { PaymentStatus } from '#shared/domain/payment';
import type { Database } from '../db/client';
import { countPayments, type PaymentCount } from '../payment-counts';
import { findFlags } from './admin-payment';
import { listMatching, passesFilters, periodOf } from './matching-payments';
import { fromCursor, toCursor } from './position';
import { summarizeSearch } from './summarize-search';

/** A page of payments, and what all that match add up to. */
export async function trackPayments(
  db: Database,
  { cursor, limit, ...filters }: z.output<typeof voterTrackingQuery>,
): Promise<VoterTracking> {
  const after = cursor === undefined ? null : fromCursor(cursor);
  const everything = countPayments(db);
  const [batch, all, summary] = await Promise.all([
    listMatching(db, filters, after, limit),
    everything,
    filters.search
      ? summarizeSearch(db, filters)
      : summarize(isAllTime(filters) ? everything : countPayments(db, periodOf(filters)), filters),
  ]);
  const flagsOf = await findFlags(
    db,
    batch.payments.map(({ id }) => id),
  );
  return {
    recentPayments: batch.payments.map((payment) => ({
      ...payment,
      flags: flagsOf.get(payment.id) ?? [],
    })),
    nextCursor: batch.next && toCursor(batch.next),
    summary,
    paymentMethodStats: [completedBy(all, 'card'), completedBy(all, 'mobile-money')],
  };
}

const isAllTime = ({ from, to }: PaymentFilters) => from === undefined && to === undefined;

async function summarize(
  counting: Promise<PaymentCount[]>,
  filters: PaymentFilters,
): Promise<VoterTracking['summary']> {
  const counts = (await counting).filter(passesFilters(filters));
  const sum = (status: PaymentStatus) => paymentsIn(counts.filter((one) => one.status === status));
  return {
    matching: paymentsIn(counts),
    isEstimate: false,
    completed: sum('completed'),
    pending: sum('pending'),
    failed: sum('failed'),
  };
}

const paymentsIn = (counts: PaymentCount[]) =>
  counts.reduce((sum, { payments }) => sum + payments, 0);

function completedBy(
  counts: PaymentCount[],
  provider: PaymentCount['method'],
): VoterTracking['paymentMethodStats'][number] {
  const completed = counts.filter(
    ({ method, status }) => method === provider && status === 'completed',
  );
  return {
    provider,
    count: paymentsIn(completed),
    totalAmount: completed.reduce((sum, { amount }) => sum + amount, 0),
  };
}
