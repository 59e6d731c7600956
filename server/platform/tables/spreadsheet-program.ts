import { setPriority } from 'node:os';
import { convert } from './convert-spreadsheet';
import type { SpreadsheetRequest } from './spreadsheet';

/** Program of the process in which spreadsheets are read (`convertSpreadsheet`). */

/** Votes are more urgent, whatever is read (nice value). */
const LOW_PRIORITY = 5;

try {
  setPriority(LOW_PRIORITY);
} catch {
  // Not permitted on every system; then reading competes with votes.
}

process.on('message', async (request: SpreadsheetRequest) => {
  process.send?.(await convert(request));
});
process.on('disconnect', () => process.exit());
