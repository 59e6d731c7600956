import { headedFields, openTable, type Table, weighHeadings } from '#server/platform/tables/index';
import { STATEMENT_MAX_LINES } from '#shared/contracts/books';
import type { TablePlace } from '#shared/contracts/tables';
import { statementMeaning } from './statement-headings';

/** Includes blank rows. */
const MAX_ROWS_READ = 2 * STATEMENT_MAX_LINES;

/**
 * Opens the table of a statement.
 * @throws AppError 400, 413 or 503 with one of the `UNREADABLE_IMPORTS`
 */
export const openStatement = (file: Buffer, { sheet, headingsRow }: TablePlace): Promise<Table> =>
  openTable(file, {
    countHeadings: (cells) => weighHeadings(cells, statementMeaning),
    isTable: (cells) => {
      const fields = headedFields(cells, statementMeaning);
      return fields.has('amount') || fields.has('credit');
    },
    maxRows: STATEMENT_MAX_LINES,
    maxRowsRead: MAX_ROWS_READ,
    place: { sheet, headingsRow },
  });
