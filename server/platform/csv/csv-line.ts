/** Excel recognises UTF-8 only in a file that starts with this. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Positions at which a spreadsheet would run a formula: starts of cells, for any separator it may
 * use.
 */
const FORMULA = /(?<=^|[\t\r\n,;|])(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** Formats one line of CSV (RFC 4180) whose cells every spreadsheet treats as plain text. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  const harmless = text.replace(FORMULA, "'");
  // Covers other separators too, because a spreadsheet's separator depends on its language.
  return /[",;|\t\r\n]|^\s|\s$/.test(harmless) || harmless !== text
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}
