import { getDocumentProxy } from 'unpdf';
import { isTotal } from './columns';
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

/** Range of a column from the left edge of its texts to the right one. */
interface Range {
  x: number;
  end: number;
}

/** Ranges that rows of the table fill, with nothing between them. */
function columnsOf(lines: readonly Piece[][]): Range[] {
  const tableRows = lines.filter((line) => line.length >= LEAST_CELLS);
  const usual = usualLength(tableRows);
  // Lines above and below the table may cross its columns.
  const whole = tableRows.filter((line) => line.length >= usual).flat();
  const columns: Range[] = [];
  for (const { x, end } of whole.toSorted((a, b) => a.x - b.x)) {
    const last = columns.at(-1);
    if (last && x <= last.end) last.end = Math.max(last.end, end);
    else columns.push({ x, end });
  }
  // Rows with a blank cell may have the widest texts.
  for (const piece of tableRows.filter((line) => line.length < usual).flat()) {
    const touched = columns.filter((column) => overlap(column, piece) > 0);
    const [only] = touched;
    if (touched.length !== 1 || !only) continue;
    only.x = Math.min(only.x, piece.x);
    only.end = Math.max(only.end, piece.end);
  }
  return columns;
}

/** Returns the number of cells that most lines have; 3 without lines. */
function usualLength(lines: readonly Piece[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of lines) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [usual] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [LEAST_CELLS];
  return usual;
}

const overlap = (a: Range, b: Range): number => Math.min(a.end, b.end) - Math.max(a.x, b.x);

/** Puts each text into the column that it overlaps most, or that is nearest. */
function cellsOf(line: readonly Piece[], columns: readonly Range[]): string[] {
  const cells = columns.map(() => '');
  for (const piece of line) {
    const overlaps = columns.map((column) => overlap(column, piece));
    const at = overlaps.indexOf(Math.max(...overlaps));
    cells[at] = cells[at] ? `${cells[at]} ${piece.text.trim()}` : piece.text.trim();
  }
  return cells;
}

/** A line without its first cell may continue the row above: long texts are on several lines. */
function joinedRows(rows: readonly string[][]): string[][] {
  const joined: string[][] = [];
  for (const cells of rows) {
    const above = joined.at(-1);
    if (!above || !continues(above, cells)) joined.push([...cells]);
    else {
      for (const [at, text] of cells.entries()) {
        if (text !== '') above[at] = `${above[at]}${separator(above[at] ?? '', text)}${text}`;
      }
    }
  }
  return joined;
}

/** Two figures in one column are two lines: joined, they would be one that nobody has written. */
function continues(above: readonly string[], cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return (
    cells[0] === '' &&
    filled.length > 0 &&
    filled.length < LEAST_CELLS &&
    !isTotal(filled) &&
    above.filter((cell) => cell !== '').length >= LEAST_CELLS &&
    cells.every((text, at) => text === '' || !(isFigure(text) && isFigure(above[at] ?? '')))
  );
}

/** Also true for a blank cell: a figure below it belongs to no row. */
const isFigure = (text: string): boolean => /^[\d\s.,'’()+-]*$/.test(text);

/** Ids are broken without a space, texts at one. */
const separator = (above: string, text: string): string =>
  above.endsWith('-') || (isPartOfId(above) && isPartOfId(text)) ? '' : ' ';

const isPartOfId = (text: string): boolean => /^[\da-f-]+$/i.test(text) && /[a-f-]/i.test(text);
