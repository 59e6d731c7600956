import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import type { Shape } from './shapes';

const require = createRequire(import.meta.url);

/** In the order in which a letter is looked for. All of them are bold: pictures are seen small. */
const FONT_FILES = [
  require.resolve(
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff',
  ),
  require.resolve(
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff',
  ),
  require.resolve('@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff'),
];

/** In the order of their files. */
export type Fonts = readonly Font[];

/** Read with the first picture: most processes never draw one. */
let opened: Promise<Fonts> | null = null;

/** The fonts that come with us: what a machine has installed plays no part. */
export const openFonts = (): Promise<Fonts> => {
  opened ??= import('fontkit').then(({ create }) =>
    // A file with one font is no collection.
    FONT_FILES.map((file) => create(readFileSync(file)) as Font),
  );
  return opened;
};

interface Run {
  font: Font;
  text: string;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const lettersOf = (text: string): string[] =>
  [...letters.segment(text)].map(({ segment }) => segment);

/** Pieces of one font each. A letter that none has, such as an emoji, is left out. */
function runsOf(text: string, fonts: Fonts): Run[] {
  const runs: Run[] = [];
  for (const letter of lettersOf(text)) {
    const last = runs.at(-1);
    const codes = [...letter].map((one) => one.codePointAt(0) ?? 0);
    const has = (font: Font) => codes.every((code) => font.hasGlyphForCodePoint(code));
    // A space stays with the word before it, which may be Arabic.
    const font = last && has(last.font) ? last.font : fonts.find(has);
    if (!font) continue;
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** One line as a path whose baseline begins at 0,0. */
function lineOf(text: string, size: number, fonts: Fonts): string {
  const runs = runsOf(text, fonts);
  if (RIGHT_TO_LEFT.test(text)) runs.reverse();
  let path = '';
  let x = 0;
  for (const run of runs) {
    const scale = size / run.font.unitsPerEm;
    const { glyphs, positions } = run.font.layout(run.text);
    glyphs.forEach((glyph, index) => {
      const place = positions[index];
      if (!place) return;
      path += glyph.path
        .scale(scale, -scale)
        .translate(x + place.xOffset * scale, -place.yOffset * scale)
        .toSVG();
      x += place.xAdvance * scale;
    });
  }
  return path;
}

/** Tells how wide a line is, in ems. Each is laid out once, whatever the sizes that are tried. */
function lineWidths(fonts: Fonts): (line: string) => number {
  const known = new Map<string, number>();
  return (line) => {
    const width =
      known.get(line) ??
      runsOf(line, fonts).reduce(
        (sum, { font, text }) => sum + font.layout(text).advanceWidth / font.unitsPerEm,
        0,
      );
    known.set(line, width);
    return width;
  };
}

interface TextBox {
  width: number;
  maxLines: number;
  /** Where lines begin that are shorter than the widest: as the text is read, unless it says so. */
  align?: 'centre' | undefined;
  /** In pixels; none where the lines alone count. */
  maxHeight?: number;
  /** In pixels: the largest is taken with which the text fits whole. */
  sizes: readonly number[];
}

/** A text set into a box: its lines, as large as the text is. */
export interface SetText {
  lines: Shape[];
  width: number;
  height: number;
}

const LINE_HEIGHT = 1.15;

/**
 * Sets a text into a box, as large as it fits. With the smallest size a word that is too long is
 * broken, and what is too much ends in an ellipsis.
 */
export function setText(
  text: string,
  { width, maxLines, maxHeight = Number.POSITIVE_INFINITY, sizes, align }: TextBox,
  fonts: Fonts,
): SetText {
  // What no font has must not leave two spaces.
  const clean = runsOf(text.normalize('NFC').replace(/\s+/g, ' '), fonts)
    .map((run) => run.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
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

/** With what hangs below the last line. */
const heightOf = (lines: number, size: number): number =>
  lines === 0 ? 0 : size * (1.25 + (lines - 1) * LINE_HEIGHT);

/** @returns null where a word is too long for a line, and may not be broken */
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
  const kept = lettersOf(line);
  while (kept.length > 0 && !fits(`${kept.join('')}…`)) kept.pop();
  return `${kept.join('').trimEnd()}…`;
}
