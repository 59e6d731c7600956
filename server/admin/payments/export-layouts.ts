import type { Database } from '#server/db/client';
import { csvNameOfToday } from '#server/platform/csv/index';
import type { AdminPayment } from '#shared/contracts/admin-payments';
import { findArtists, type ListedPayment } from './admin-payment';
import type { ExportLayout } from './export-payments';

const methodText = ({ provider }: ListedPayment) => (provider === 'card' ? 'Card' : 'Mobile Money');

function amountText({ amount, currency }: ListedPayment): string {
  return currency === 'USD'
    ? `$${(amount / 100).toFixed(2)}`
    : `${amount.toLocaleString('en-US')} CFA`;
}

type Column<Row> = readonly [title: string, cell: (row: Row) => string | null];

/** Columns that users of earlier exports already work with. */
const TRACKING: readonly Column<ListedPayment>[] = [
  ['Payment ID', ({ id }) => id],
  ['Provider', methodText],
  ['Amount', amountText],
  ['Email', ({ voterEmail }) => voterEmail],
  ['Phone', ({ phoneNumber }) => phoneNumber],
  ['Device Time', ({ deviceTimestamp }) => deviceTimestamp],
  ['IP Address', ({ ipAddress }) => ipAddress],
  ['Status', ({ status }) => status],
  ['Attempted', ({ attemptedAt }) => (attemptedAt === null ? 'No' : 'Yes')],
  ['Failure Reason', ({ failureReason }) => failureReason],
  ['Receipt Code', ({ receiptCode }) => receiptCode],
  ['Created At', ({ createdAt }) => createdAt],
];

/** @param timezone of the day in the file name */
export const voterTrackingLayout = (timezone: string): ExportLayout => ({
  fileName: csvNameOfToday('voter-tracking', timezone),
  titles: TRACKING.map(([title]) => title),
  rows: async (_db, payments) =>
    payments.map((payment) => TRACKING.map(([, cell]) => cell(payment) || 'N/A')),
});

type Booked = ListedPayment & Pick<AdminPayment, 'artists'>;

/**
 * Layout for bookkeeping: amounts are plain numbers with the unit in a separate column, and missing
 * values are empty, so that columns can be added up. Contains no names, addresses or phone numbers.
 */
export function accountingLayout(timeZone: string): ExportLayout {
  // The Swedish locale formats `2025-11-21 20:05:09`, which every spreadsheet recognises as a time.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const moment = (isoInstant: string | null) => isoInstant && clock.format(new Date(isoInstant));
  const columns: readonly Column<Booked>[] = [
    ['Payment ID', ({ id }) => id],
    ['Receipt Code', ({ receiptCode }) => receiptCode],
    [`Completed At (${timeZone})`, ({ completedAt }) => moment(completedAt)],
    [`Created At (${timeZone})`, ({ createdAt }) => moment(createdAt)],
    ['Method', methodText],
    ['Provider', ({ providerName }) => providerName],
    ['Provider Reference', ({ providerRef }) => providerRef],
    ['Status', ({ status }) => status],
    ['Failure Reason', ({ failureReason }) => failureReason],
    ['Artist', ({ artists }) => artists.join('; ')],
    ['Votes', ({ totalVotes }) => String(totalVotes)],
    ['Amount', majorUnits],
    ['Currency', ({ currency }) => currency],
  ];
  return {
    fileName: csvNameOfToday('accounting', timeZone),
    titles: columns.map(([title]) => title),
    async rows(db: Database, payments) {
      const artistsOf = await findArtists(
        db,
        payments.map(({ id }) => id),
      );
      return payments.map((payment) => {
        const booked = { ...payment, artists: artistsOf.get(payment.id) ?? [] };
        return columns.map(([, cell]) => cell(booked) ?? '');
      });
    },
  };
}

/** Formats in major units; francs have no minor unit. */
const majorUnits = ({ amount, currency }: ListedPayment): string =>
  currency === 'USD' ? (amount / 100).toFixed(2) : String(amount);
