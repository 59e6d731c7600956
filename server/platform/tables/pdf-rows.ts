import { getDocumentProxy } from 'unpdf';
import { UnreadableSpreadsheet } from './unreadable-spreadsheet';

/** More pages than a statement of a day or a month has. */
const MAX_PAGES = 500;
/** A row of a table has at least so many cells. */
const LEAST_CELLS = 3;

/** A text at its place on a page, in points; `x` and `end` are its left and right edge. */
interface Piece {
  text: string;
  x: number;
  end: number;
  /** Distance from the bottom of the page. */
  y: number;
  height: number;
}

/**
 * Returns the rows of the table in a PDF, all pages one after the other. A PDF knows no cells: texts
 * at one height are a row, and what is empty from the first row to the last separates the columns.
 * @throws UnreadableSpreadsheet
 */
export async function pdfRows(bytes: Uint8Array): Promise<string[][]> {
  // The library takes the bytes away from their owner.
  const document = await getDocumentProxy(Uint8Array.from(bytes)).catch((error: unknown) => {
    const isProtected = error instanceof Error && error.name === 'PasswordException';
    throw new UnreadableSpreadsheet(isProtected ? 'import-password' : 'import-pdf');
  });
  if (document.numPages > MAX_PAGES) throw new UnreadableSpreadsheet('import-unpacked-too-large');
  const lines: Piece[][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    lines.push(...linesOf(items.flatMap((item) => ('str' in item ? [pieceOf(item)] : []))));
    page.cleanup();
  }
  const columns = columnsOf(lines);
  if (columns.length < LEAST_CELLS) throw new UnreadableSpreadsheet('import-pdf');
  return joinedRows(lines.map((line) => cellsOf(line, columns)));
}

const pieceOf = (item: {
  str: string;
  transform: number[];
  width: number;
  height: number;
}): Piece => {
  const [, , , , x = 0, y = 0] = item.transform;
  return { text: item.str, x, end: x + item.width, y, height: item.height };
};

/** Texts at one height are a line; from top to bottom, and from left to right. */
function linesOf(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [];
  const written = pieces.filter(({ text }) => text.trim() !== '');
  for (const piece of written.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && Math.abs(first.y - piece.y) < first.height / 2) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => joinedPieces(line.toSorted((a, b) => a.x - b.x)));
}

/** Texts nearer to one another than a wide space are parts of one cell. */
function joinedPieces(line: readonly Piece[]): Piece[] {
  const cells: Piece[] = [];
  for (const piece of line) {
    const last = cells.at(-1);
    const gap = last ? piece.x - last.end : Number.POSITIVE_INFINITY;
    if (last && gap < 0.5 * piece.height) {
      last.text += gap > 0.1 * piece.height ? ` ${piece.text}` : piece.text;
      last.end = piece.end;
    } else cells.push({ ...piece });
  }
  return cells;
}

/** Left edges of the columns: ranges that rows of the table fill, with nothing between them. */
function columnsOf(lines: readonly Piece[][]): number[] {
  const usual = usualLength(lines.filter((line) => line.length >= LEAST_CELLS));
  // Lines above and below the table may cross its columns.
  const rows = lines.filter((line) => line.length >= usual);
  const ranges = rows
    .flat()
    .map(({ x, end }) => ({ x, end }))
    .sort((a, b) => a.x - b.x);
  const columns: { x: number; end: number }[] = [];
  for (const range of ranges) {
    const last = columns.at(-1);
    if (last && range.x <= last.end) last.end = Math.max(last.end, range.end);
    else columns.push({ ...range });
  }
  return columns.map(({ x }) => x);
}

/** Returns the number of cells that most lines have; 3 without lines. */
function usualLength(lines: readonly Piece[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of lines) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [usual] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [LEAST_CELLS];
  return usual;
}

function cellsOf(line: readonly Piece[], columns: readonly number[]): string[] {
  const cells = columns.map(() => '');
  for (const { text, x } of line) {
    // The last column that starts at or before the text; a title may start before all of them.
    const at = Math.max(
      0,
      columns.findLastIndex((left) => left <= x + 0.5),
    );
    cells[at] = cells[at] ? `${cells[at]} ${text.trim()}` : text.trim();
  }
  return cells;
}

/** A line without its first cell continues the row above: long texts are written on several lines. */
function joinedRows(rows: readonly string[][]): string[][] {
  const joined: string[][] = [];
  for (const cells of rows) {
    const above = joined.at(-1);
    const isContinued = cells[0] === '' && above !== undefined && isRow(above);
    if (!isContinued) joined.push([...cells]);
    else {
      for (const [at, text] of cells.entries()) {
        if (text !== '') above[at] = `${above[at]}${separator(above[at] ?? '', text)}${text}`;
      }
    }
  }
  return joined;
}

const isRow = (cells: readonly string[]): boolean =>
  cells.filter((cell) => cell !== '').length >= LEAST_CELLS;

/** Numbers and ids are broken without a space, texts at one. */
const separator = (above: string, text: string): string =>
  above === '' || above.endsWith('-') || (/^[\da-f-]+$/i.test(above) && /^[\da-f-]+$/i.test(text))
    ? ''
    : ' ';
