export { BYTE_ORDER_MARK, csvLine } from './csv-line';
export { csvNameOfToday, sendCsv } from './send-csv';
