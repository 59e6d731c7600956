/** Excel takes a file for UTF-8 only when it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet would run as a formula: where a cell begins, by any separator it may use. */
const FORMULA = /(?<=^|[\t\r\n,;|])(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** One line of CSV (RFC 4180) that no spreadsheet takes for more than text. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  const harmless = text.replace(FORMULA, "'");
  // Other separators too: which one a spreadsheet uses depends on its language.
  return /[",;|\t\r\n]|^\s|\s$/.test(harmless) || harmless !== text
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}
