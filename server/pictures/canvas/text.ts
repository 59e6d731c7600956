import { type Faces, lettersOf, openFaces } from '#server/platform/fonts/index';
import type { Shape } from './shapes';

/** Bold, because pictures are viewed small. */
export const openFonts = (): Promise<Faces> => openFaces(700);

/** Replaces a letter that no font has: an empty box, in ems above the baseline. */
const MISSING = { left: 0.06, width: 0.5, height: 0.7, line: 0.06, advance: 0.62 };

/** @param em in pixels */
function missingMark(x: number, em: number): string {
  const [left, width, height, line] = [
    MISSING.left,
    MISSING.width,
    MISSING.height,
    MISSING.line,
  ].map((ems) => ems * em) as [number, number, number, number];
  const [innerWidth, innerHeight] = [width - 2 * line, height - 2 * line];
  // The inner box has the opposite direction, which leaves it empty.
  return `M${x + left} 0h${width}v${-height}h${-width}zM${x + left + line} ${-line}v${-innerHeight}h${innerWidth}v${innerHeight}z`;
}

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Lines drawn last: names, categories and the event's title return in most pictures. */
const drawnLines = new Map<string, string>();
/** Each takes some kilobytes. */
const MAX_DRAWN_LINES = 1_000;

/** Returns one line as a path whose baseline starts at 0,0. */
function lineOf(text: string, size: number, fonts: Faces): string {
  const key = `${size} ${text}`;
  const path = drawnLines.get(key) ?? drawLine(text, size, fonts);
  if (drawnLines.size >= MAX_DRAWN_LINES) drawnLines.clear();
  drawnLines.set(key, path);
  return path;
}

function drawLine(text: string, size: number, fonts: Faces): string {
  const runs = fonts.runsOf(text);
  if (RIGHT_TO_LEFT.test(text)) runs.reverse();
  let path = '';
  let x = 0;
  for (const run of runs) {
    if (run.face === null) {
      for (const _letter of lettersOf(run.text)) {
        path += missingMark(x, size);
        x += MISSING.advance * size;
      }
      continue;
    }
    const { font } = run.face;
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(run.text);
    glyphs.forEach((glyph, index) => {
      const position = positions[index];
      if (!position) return;
      path += glyph.path
        .scale(scale, -scale)
        .translate(x + position.xOffset * scale, -position.yOffset * scale)
        .toSVG();
      x += position.xAdvance * scale;
    });
  }
  return path;
}

/**
 * Returns a function that measures lines in ems. Each line is laid out once, whatever sizes are
 * tried.
 */
function lineWidths(fonts: Faces): (line: string) => number {
  const widths = new Map<string, number>();
  return (line) => {
    const width =
      widths.get(line) ??
      fonts
        .runsOf(line)
        .reduce(
          (sum, { face, text }) =>
            sum +
            (face
              ? face.font.layout(text).advanceWidth / face.font.unitsPerEm
              : lettersOf(text).length * MISSING.advance),
          0,
        );
    widths.set(line, width);
    return width;
  };
}

interface TextBox {
  width: number;
  maxLines: number;
  /** Alignment of shorter lines; defaults to the reading direction. */
  align?: 'centre' | undefined;
  /** In pixels; absent when only the number of lines is limited. */
  maxHeight?: number;
  /** In pixels: the largest size that fits is used. */
  sizes: readonly number[];
}

/** A text set in a box, with its lines and its actual size. */
export interface SetText {
  lines: Shape[];
  width: number;
  height: number;
}

const LINE_HEIGHT = 1.15;

/**
 * Sets a text in a box, as large as it fits. At the smallest size, a word that is too long is
 * broken, and excess text is replaced by an ellipsis.
 */
export function setText(
  text: string,
  { width, maxLines, maxHeight = Number.POSITIVE_INFINITY, sizes, align }: TextBox,
  fonts: Faces,
): SetText {
  const clean = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const widthOf = lineWidths(fonts);
  const smallest = sizes.at(-1) ?? 0;
  const size =
    sizes.find((one) => {
      const lines = linesOf(clean, (line) => widthOf(line) * one <= width, false);
      return lines !== null && lines.length <= maxLines && heightOf(lines.length, one) <= maxHeight;
    }) ?? smallest;
  const fits = (line: string) => widthOf(line) * size <= width;
  const all = linesOf(clean, fits, true) ?? [];
  const lines = all.slice(0, maxLines);
  if (all.length > maxLines) lines.push(shortened(lines.pop() ?? '', fits));
  const set = lines.map((line) => ({
    path: lineOf(line, size, fonts),
    width: widthOf(line) * size,
  }));
  const isRightToLeft = RIGHT_TO_LEFT.test(clean);
  const widest = Math.max(0, ...set.map((line) => line.width));
  const share = align === 'centre' ? 0.5 : isRightToLeft ? 1 : 0;
  return {
    lines: set.map(({ path, width: own }, index) => ({
      d: path,
      x: (widest - own) * share,
      y: size + index * size * LINE_HEIGHT,
    })),
    width: widest,
    height: heightOf(lines.length, size),
  };
}

/** Includes the descenders of the last line. */
const heightOf = (lines: number, size: number): number =>
  lines === 0 ? 0 : size * (1.25 + (lines - 1) * LINE_HEIGHT);

/** @returns null when a word is too long for a line and must not be broken */
function linesOf(
  text: string,
  fits: (line: string) => boolean,
  mayBreak: boolean,
): string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    if (fits(word)) continue;
    if (!mayBreak) return null;
    const pieces = piecesOf(word, fits);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  return line === '' ? lines : [...lines, line];
}

function piecesOf(word: string, fits: (line: string) => boolean): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const letter of lettersOf(word)) {
    if (piece !== '' && !fits(piece + letter)) {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...pieces, piece];
}

function shortened(line: string, fits: (line: string) => boolean): string {
  const letters = lettersOf(line);
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
