export { BYTE_ORDER_MARK, csvLine } from './csv-line';
export { decodeFile, REPLACEMENT_CHARACTER } from './decode-file';
export { BrokenQuotes, parseTable } from './parse-table';
export { csvNameOfToday, sendCsv } from './send-csv';
export { unreadableImport } from './unreadable-import';
