import { linesOf, type Measure } from './text-lines';

/** What stands on the picture, in the voter's language and already formatted. */
export interface ReceiptPictureTexts {
  eventTitle: string;
  intro: string;
  artistName: string;
  totalVotes: string;
  votesWord: string;
  votesByCategory: readonly { name: string; votes: string }[];
  /** With its #. */
  code: string;
  /** Which entry of the open count it is; null while it is none yet. */
  entry: string | null;
}

export interface TextStyle {
  family: 'display' | 'sans';
  weight: 400 | 600 | 700 | 800;
  size: number;
  colour: 'ivory' | 'soft' | 'gold';
  letterSpacing?: number;
}

/** One line of text; `y` is its baseline. */
export interface PlacedText {
  text: string;
  x: number;
  y: number;
  align: 'left' | 'center' | 'right';
  style: TextStyle;
}

export interface ReceiptLayout {
  /** The photograph fills the picture's width from the top down to here. */
  photoHeight: number;
  /** Y of the dashed line that cuts off the code, as on a ticket. */
  tearLine: number;
  texts: PlacedText[];
}

export type MeasureStyled = (text: string, style: TextStyle) => number;

/** What social networks call a story. */
export const PICTURE = { width: 1080, height: 1920 } as const;
const SIDE = 72;
const FOOT = 84;
const INNER_WIDTH = PICTURE.width - 2 * SIDE;
/** The texts begin a little above the photograph's end, in its shade. */
const OVERLAP = 64;
/** Below this share of the height a face would not be recognised. */
const MIN_PHOTO_SHARE = 0.24;

const INTRO: TextStyle = { family: 'sans', weight: 600, size: 46, colour: 'soft' };
const TOTAL: TextStyle = { family: 'display', weight: 800, size: 190, colour: 'gold' };
const VOTES_WORD: TextStyle = { family: 'display', weight: 700, size: 78, colour: 'gold' };
const CODE: TextStyle = {
  family: 'display',
  weight: 700,
  size: 82,
  colour: 'ivory',
  letterSpacing: 6,
};

const ENTRY: TextStyle = { family: 'sans', weight: 400, size: 40, colour: 'soft' };

const NAME_SIZES = [116, 98, 84, 70] as const;
const nameStyle = (size: number): TextStyle => ({
  family: 'display',
  weight: 800,
  size,
  colour: 'ivory',
});

interface Density {
  columns: 1 | 2;
  size: number;
  gap: number;
}

/** The picture cannot grow, so many categories are set smaller. */
function densityFor(categories: number): Density {
  if (categories <= 4) return { columns: 1, size: 50, gap: 18 };
  if (categories <= 8) return { columns: 1, size: 42, gap: 11 };
  return { columns: 2, size: 36, gap: 8 };
}

/** Texts with baselines counted from the top of their own block. */
interface Block {
  height: number;
  texts: PlacedText[];
}

const measureWith =
  (measure: MeasureStyled, style: TextStyle): Measure =>
  (text) =>
    measure(text, style);

/** As large as its words allow; only a name of more than three lines is cut. */
function nameBlock(name: string, measure: MeasureStyled): Block {
  const attempts = NAME_SIZES.map((size) => {
    const style = nameStyle(size);
    const isWhole = name.split(' ').every((word) => measure(word, style) <= INNER_WIDTH);
    const lines = linesOf(name, {
      maxWidth: INNER_WIDTH,
      maxLines: 3,
      measure: measureWith(measure, style),
    });
    return { style, lines, fits: isWhole && lines.length <= 2 };
  });
  const chosen = attempts.find(({ fits }) => fits) ?? attempts.at(-1);
  if (!chosen) return { height: 0, texts: [] };
  const { style, lines } = chosen;
  const lineHeight = style.size * 1.08;
  return {
    height: lines.length * lineHeight,
    texts: lines.map((text, index) => ({
      text,
      x: PICTURE.width / 2,
      y: index * lineHeight + style.size * 0.86,
      align: 'center',
      style,
    })),
  };
}

/** Number and word on one baseline, centred together. */
function totalBlock({ totalVotes, votesWord }: ReceiptPictureTexts, measure: MeasureStyled): Block {
  const gap = 24;
  const numberWidth = measure(totalVotes, TOTAL);
  const left = (PICTURE.width - numberWidth - gap - measure(votesWord, VOTES_WORD)) / 2;
  const y = TOTAL.size * 0.8;
  return {
    height: TOTAL.size * 0.86,
    texts: [
      { text: totalVotes, x: left, y, align: 'left', style: TOTAL },
      { text: votesWord, x: left + numberWidth + gap, y, align: 'left', style: VOTES_WORD },
    ],
  };
}

function votesBlock(
  { votesByCategory }: ReceiptPictureTexts,
  { columns, size, gap }: Density,
  measure: MeasureStyled,
): Block {
  const columnGap = 48;
  const columnWidth = (INNER_WIDTH - (columns - 1) * columnGap) / columns;
  const nameText: TextStyle = { family: 'sans', weight: 400, size, colour: 'soft' };
  const voteText: TextStyle = { family: 'sans', weight: 700, size, colour: 'gold' };
  const lineHeight = size * 1.22;

  const texts: PlacedText[] = [];
  let top = 0;
  for (let first = 0; first < votesByCategory.length; first += columns) {
    let rowLines = 1;
    for (const [column, { name, votes }] of votesByCategory
      .slice(first, first + columns)
      .entries()) {
      const left = SIDE + column * (columnWidth + columnGap);
      const lines = linesOf(name, {
        maxWidth: columnWidth - measure(votes, voteText) - size * 0.7,
        maxLines: 2,
        measure: measureWith(measure, nameText),
      });
      rowLines = Math.max(rowLines, lines.length);
      const baseline = top + size;
      for (const [index, text] of lines.entries()) {
        const y = baseline + index * lineHeight;
        texts.push({ text, x: left, y, align: 'left', style: nameText });
      }
      const right = left + columnWidth;
      texts.push({ text: votes, x: right, y: baseline, align: 'right', style: voteText });
    }
    top += rowLines * lineHeight + gap;
  }
  return { height: Math.max(0, top - gap), texts };
}

/** The categories set smaller and smaller, until the photograph keeps its share. */
function fittingVotesBlock(
  texts: ReceiptPictureTexts,
  room: number,
  measure: MeasureStyled,
): Block {
  const smallest = 16;
  let density = densityFor(texts.votesByCategory.length);
  let block = votesBlock(texts, density, measure);
  while (block.height > room && density.size > smallest) {
    density = { ...density, size: density.size - 2, gap: Math.max(2, density.gap - 1) };
    block = votesBlock(texts, density, measure);
  }
  return block;
}

/** Places every text of the picture from the bottom up; the photograph takes the room that is left. */
export function layOutReceipt(texts: ReceiptPictureTexts, measure: MeasureStyled): ReceiptLayout {
  const intro: Block = {
    height: INTRO.size * 1.3,
    texts: [
      {
        text: texts.intro,
        x: PICTURE.width / 2,
        y: INTRO.size,
        align: 'center',
        style: INTRO,
      },
    ],
  };
  const name = nameBlock(texts.artistName, measure);
  const total = totalBlock(texts, measure);
  const gaps = { name: 34, total: 44, votes: 52, tear: 58 };
  const codeHeight = CODE.size * 0.78;
  const entryHeight = texts.entry === null ? 0 : ENTRY.size * 1.7;

  const othersHeight =
    intro.height +
    name.height +
    total.height +
    codeHeight +
    entryHeight +
    FOOT -
    OVERLAP +
    gaps.name +
    gaps.total +
    gaps.votes +
    gaps.tear;
  const votes = fittingVotesBlock(
    texts,
    PICTURE.height * (1 - MIN_PHOTO_SHARE) - othersHeight,
    measure,
  );

  const top = PICTURE.height - othersHeight - votes.height - OVERLAP;
  const placed: PlacedText[] = [];
  let y = top;
  const place = (block: Block, gapAfter: number) => {
    placed.push(...block.texts.map((text) => ({ ...text, y: y + text.y })));
    y += block.height + gapAfter;
  };
  place(intro, 0);
  place(name, gaps.name);
  place(total, gaps.total);
  place(votes, gaps.votes);
  const tearLine = y;
  placed.push({
    text: texts.code,
    x: PICTURE.width / 2,
    y: tearLine + gaps.tear + codeHeight,
    align: 'center',
    style: CODE,
  });
  if (texts.entry !== null) {
    placed.push({
      text: texts.entry,
      x: PICTURE.width / 2,
      y: tearLine + gaps.tear + codeHeight + entryHeight,
      align: 'center',
      style: ENTRY,
    });
  }
  return { photoHeight: top + OVERLAP, tearLine, texts: placed };
}
