import type { Response } from 'express';
import type { PaymentFilters } from '#shared/contracts/admin-payments';
import { adminActions } from '#shared/schema';
import { BYTE_ORDER_MARK, csvLine, sendCsv } from '../csv';
import type { Database } from '../db/client';
import type { ListedPayment } from './admin-payment';
import { listMatching } from './matching-payments';
import type { Position } from './position';

const BATCH = 1_000;

/** The columns that people who keep lists of payments already know. */
const COLUMNS: readonly { title: string; cell: (payment: ListedPayment) => string | null }[] = [
  { title: 'Payment ID', cell: ({ id }) => id },
  { title: 'Provider', cell: ({ provider }) => (provider === 'card' ? 'Card' : 'Mobile Money') },
  { title: 'Amount', cell: amountOf },
  { title: 'Email', cell: ({ voterEmail }) => voterEmail },
  { title: 'Phone', cell: ({ phoneNumber }) => phoneNumber },
  { title: 'Device Time', cell: ({ deviceTimestamp }) => deviceTimestamp },
  { title: 'IP Address', cell: ({ ipAddress }) => ipAddress },
  { title: 'Status', cell: ({ status }) => status },
  { title: 'Attempted', cell: ({ attemptedAt }) => (attemptedAt === null ? 'No' : 'Yes') },
  { title: 'Failure Reason', cell: ({ failureReason }) => failureReason },
  { title: 'Receipt Code', cell: ({ receiptCode }) => receiptCode },
  { title: 'Created At', cell: ({ createdAt }) => createdAt },
];

function amountOf({ amount, currency }: ListedPayment): string {
  return currency === 'USD'
    ? `$${(amount / 100).toFixed(2)}`
    : `${amount.toLocaleString('en-US')} CFA`;
}

/** Writes down, before anything is sent, who takes which payments along; not whom they looked for. */
export async function recordExport(
  db: Database,
  adminId: string,
  { search, ...filters }: PaymentFilters,
): Promise<void> {
  const chosen = { ...filters, ...(search ? { isSearch: true } : {}) };
  await db.insert(adminActions).values({
    userId: adminId,
    action: 'payment.export',
    entity: 'payment',
    entityId: 'payments.csv',
    after: Object.keys(chosen).length > 0 ? chosen : null,
  });
}

/** Sends all payments that match. */
export const sendPaymentsCsv = (
  db: Database,
  filters: PaymentFilters,
  res: Response,
  timezone: string,
): Promise<void> => sendCsv(res, 'voter-tracking', timezone, csvOf(db, filters));

async function* csvOf(db: Database, filters: PaymentFilters): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(({ title }) => title));
  let after: Position | null = null;
  do {
    const batch = await listMatching(db, filters, after, BATCH);
    yield batch.payments.map(lineOf).join('');
    after = batch.next;
  } while (after);
}

const lineOf = (payment: ListedPayment) =>
  csvLine(COLUMNS.map(({ cell }) => cell(payment) || 'N/A'));
