import type { Response } from 'express';
import type { Database } from '#server/db/client';
import type { Position } from '#server/payments/index';
import { BYTE_ORDER_MARK, csvLine, sendCsv } from '#server/platform/csv/index';
import { adminActions } from '#shared/schema';
import type { ListedPayment } from './admin-payment';
import { type EditionFilters, listMatching } from './matching-payments';

const BATCH = 1_000;

/** Content of a payments file. */
export interface ExportLayout {
  fileName: string;
  titles: readonly string[];
  /** Returns the cells of each payment's row. */
  rows(db: Database, payments: readonly ListedPayment[]): Promise<string[][]>;
}

/**
 * Records who exports which payments of an edition before anything is sent, without the search text.
 */
export async function recordExport(
  db: Database,
  adminId: string,
  { edition, search, ...filters }: EditionFilters,
): Promise<void> {
  const chosen = { ...filters, ...(search ? { isSearch: true } : {}) };
  await db.insert(adminActions).values({
    editionId: edition.id,
    userId: adminId,
    action: 'payment.export',
    entity: 'payment',
    entityId: 'payments.csv',
    after: Object.keys(chosen).length > 0 ? chosen : null,
  });
}

/** Sends all matching payments. */
export const sendPaymentsCsv = (
  db: Database,
  filters: EditionFilters,
  layout: ExportLayout,
  res: Response,
): Promise<void> => sendCsv(res, layout.fileName, csvOf(db, filters, layout));

async function* csvOf(
  db: Database,
  filters: EditionFilters,
  layout: ExportLayout,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(layout.titles);
  let after: Position | null = null;
  do {
    const batch = await listMatching(db, filters, { order: 'newest', after, limit: BATCH });
    yield (await layout.rows(db, batch.payments)).map(csvLine).join('');
    after = batch.next;
  } while (after);
}
