import type { Faces } from '#server/platform/fonts/index';
import type { Receipt } from '#shared/contracts/receipts';
import { editionTitle } from '#shared/domain/editions';
import { initialOf } from '#shared/domain/initial-of';
import type { Language } from '#shared/domain/localized';
import {
  RECEIPT,
  receiptNameSize,
  type VotesDensity,
  votesDensity,
} from '#shared/domain/receipt-layout';
import { votedFor } from '#shared/domain/voted-for';
import {
  box,
  COLOURS,
  type Coloured,
  drawJpeg,
  fade,
  mark,
  openFonts,
  placed,
  type SetText,
  setText,
  svgOf,
} from './canvas/index';
import type { Asker, PictureRenderer } from './picture-renderer';
import type { ReceiptContent } from './picture-spec';

/** Same texts as on the card; a test compares them. */
export const RECEIPT_TEXTS = {
  en: {
    iVoted: 'I voted for',
    onlyATest: 'Only a test, no money paid:',
    votes: { one: 'Vote', other: 'Votes' },
    entry: (number: string) => `Entry ${number} of the open count`,
  },
  fr: {
    iVoted: 'J’ai voté pour',
    onlyATest: 'Simple essai, sans argent\u00a0:',
    votes: { one: 'Vote', other: 'Votes' },
    entry: (number: string) => `Entrée ${number} du décompte public`,
  },
} satisfies Record<Language, unknown>;

/** Size of a social network's story. */
const PICTURE = { width: 1080, height: 1920 } as const;
const UNIT = PICTURE.width / 100;
/** Smallest fraction of the height at which a face is recognisable. */
const MIN_PHOTO_SHARE = 0.24;
const MAX_BYTES = 500_000;
const SIDE = RECEIPT.side * UNIT;
const INNER_WIDTH = PICTURE.width - 2 * SIDE;

interface ReceiptPicturesOptions {
  pictureRenderer: PictureRenderer;
  /** True when the money is not real. */
  isTest: boolean;
}

/** Increase with every change of the picture's appearance. */
const LAYOUT = 1;

/** Receipts as pictures, for people who have their codes. They do not name the payer. */
export class ReceiptPictures {
  readonly #options: ReceiptPicturesOptions;

  constructor(options: ReceiptPicturesOptions) {
    this.#options = options;
  }

  /**
   * Returns the stored picture of a receipt in its current state, or draws it.
   * @returns a JPEG, 9:16
   * @throws TooManyImages when too many pictures are waiting
   */
  async get(receipt: Receipt, language: Language, asker: Asker): Promise<Buffer> {
    const { pictureRenderer, isTest } = this.#options;
    const { name, nameFr, year } = receipt.edition;
    const { totalVotes, receiptCode, entry } = receipt.payment;
    const shownVotes = receipt.votesByCategory.map((votes) => [
      votes.categoryName,
      votes.categoryNameFr,
      votes.voteCount,
      ...(votes.otherArtist ? [votes.otherArtist.name] : []),
    ]);
    const { bytes } = await pictureRenderer.get(
      {
        shows: [
          'receipt',
          LAYOUT,
          totalVotes,
          receiptCode,
          entry,
          receipt.artist.name,
          receipt.artist.photoUrl,
          shownVotes,
          name,
          nameFr,
          year,
          isTest,
          language,
        ],
        type: 'jpg',
        isPrivate: true,
        photoUrl: receipt.artist.photoUrl,
        drawing: { kind: 'receipt', receipt, isTest, language },
      },
      asker,
    );
    return bytes;
  }
}

/** Draws the picture of a receipt as a JPEG. */
export async function drawReceipt(
  { receipt, isTest, language }: ReceiptContent,
  photo: Buffer | null,
): Promise<Buffer> {
  const { photoHeight, shapes } = await layOut(receipt, isTest, language);
  const { width } = PICTURE;
  const fadeFrom = photoHeight - Math.min(photoHeight, RECEIPT.fade * UNIT);
  return drawJpeg({
    ...PICTURE,
    photo,
    photoBox: { left: 0, top: 0, width, height: photoHeight },
    placeholder: await initial(receipt.artist.name, photoHeight),
    overlay: svgOf(PICTURE, shapes, fade(width, fadeFrom, photoHeight) + FRAME),
    maxBytes: MAX_BYTES,
    isUrgent: true,
  });
}

const FRAME = `<rect x="22" y="22" width="${PICTURE.width - 44}" height="${PICTURE.height - 44}" rx="44" fill="none" stroke="${COLOURS.gold}" stroke-width="6"/>`;

/** One part of the receipt; parts are stacked. */
interface Block {
  /** Space above it, in hundredths of the width. */
  gap: number;
  height: number;
  at: (top: number) => Coloured[];
}

const heightOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { gap, height }) => sum + gap * UNIT + height, 0);

/** Places all texts from the bottom up; the photograph takes the remaining height. */
async function layOut(
  { edition, artist, payment, votesByCategory }: Receipt,
  isTest: boolean,
  language: Language,
): Promise<{ photoHeight: number; shapes: Coloured[] }> {
  const fonts = await openFonts();
  const { gaps } = RECEIPT;
  const texts = RECEIPT_TEXTS[language];
  const formatCount = (number: number) => new Intl.NumberFormat(language).format(number);
  const line = (text: string, size: number): SetText =>
    setText(
      text,
      { width: INNER_WIDTH * 0.8, maxLines: 1, sizes: [size * UNIT, size * UNIT * 0.7] },
      fonts,
    );
  const nameSize = receiptNameSize(artist.name) * UNIT;
  const name = setText(
    artist.name,
    {
      width: INNER_WIDTH,
      align: 'centre',
      maxLines: 3,
      sizes: [1, 0.85, 0.7, 0.55].map((share) => nameSize * share),
    },
    fonts,
  );
  const isOne = new Intl.PluralRules(language).select(payment.totalVotes) === 'one';
  const entry = payment.entry === null ? '' : texts.entry(formatCount(payment.entry + 1));
  const head: Block[] = [
    centred(0, line(isTest ? texts.onlyATest : texts.iVoted, RECEIPT.intro), COLOURS.soft),
    centred(0, name, COLOURS.ivory),
    total(
      line(formatCount(payment.totalVotes), RECEIPT.total),
      line(texts.votes[isOne ? 'one' : 'other'], RECEIPT.votesWord),
    ),
  ];
  const foot: Block[] = [
    { gap: gaps.code, height: 0, at: tearLine },
    centred(gaps.inCode, line(`#${payment.receiptCode}`, RECEIPT.code), COLOURS.ivory),
    centred(gaps.entry, line(entry, RECEIPT.entry), COLOURS.soft),
  ];
  const otherHeight =
    heightOf([...head, ...foot]) + (gaps.votes + gaps.foot - RECEIPT.overlap) * UNIT;
  const votes = fittingVotes(
    votesByCategory.map(({ voteCount, ...line }) => ({
      name: votedFor(language, line),
      votes: formatCount(voteCount),
    })),
    PICTURE.height * (1 - MIN_PHOTO_SHARE) - otherHeight,
    fonts,
  );
  const blocks = [...head, votes, ...foot];
  let top = PICTURE.height - heightOf(blocks) - gaps.foot * UNIT;
  const photoHeight = Math.round(top + RECEIPT.overlap * UNIT);
  const shapes = mark(
    line(editionTitle(language, edition), RECEIPT.event),
    56,
    56,
    RECEIPT.event * UNIT,
  );
  for (const { gap, height, at } of blocks) {
    shapes.push(...at(top + gap * UNIT));
    top += gap * UNIT + height;
  }
  return { photoHeight, shapes };
}

const centred = (gap: number, text: SetText, fill: string): Block => ({
  gap,
  height: text.height,
  at: (top) => placed(text.lines, (PICTURE.width - text.width) / 2, top, fill),
});

/** Sets number and word on one baseline, centred together. */
function total(number: SetText, word: SetText): Block {
  const space = 2 * UNIT;
  const left = (PICTURE.width - number.width - space - word.width) / 2;
  const baseline = (text: SetText) => text.lines[0]?.y ?? 0;
  const wordOffset = baseline(number) - baseline(word);
  return {
    gap: RECEIPT.gaps.total,
    // Digits are lower than letters can be, and have no descenders.
    height: baseline(number) * 0.88,
    at: (top) => {
      const from = top - baseline(number) * 0.2;
      return [
        ...placed(number.lines, left, from, COLOURS.gold),
        ...placed(word.lines, left + number.width + space, from + wordOffset, COLOURS.gold),
      ];
    },
  };
}

/** Separates the code, as on a ticket. */
const tearLine = (y: number): Coloured[] => {
  const dashes = 32;
  const step = (INNER_WIDTH - 16) / (dashes - 1);
  return Array.from({ length: dashes }, (_, index) => ({
    ...box(16, 4),
    x: SIDE + index * step,
    y,
    fill: COLOURS.line,
  }));
};

interface CategoryVotes {
  name: string;
  votes: string;
}

/** Reduces the size of the categories until the photograph has its minimum share. */
function fittingVotes(categories: readonly CategoryVotes[], room: number, fonts: Faces): Block {
  const density = votesDensity(categories.length);
  for (let share = 1; ; share *= 0.9) {
    const block = votesBlock(categories, { ...density, size: density.size * share }, fonts);
    if (block.height <= room || density.size * share < MIN_VOTES_SIZE) return block;
  }
}

const MIN_VOTES_SIZE = 1.5;

function votesBlock(
  categories: readonly CategoryVotes[],
  { columns, size, gap }: VotesDensity,
  fonts: Faces,
): Block {
  const between = 4 * UNIT;
  const width = (INNER_WIDTH - (columns - 1) * between) / columns;
  const sizes = [size * UNIT];
  const shapes: Coloured[] = [];
  let top = 0;
  for (let first = 0; first < categories.length; first += columns) {
    let height = 0;
    categories.slice(first, first + columns).forEach(({ name, votes }, column) => {
      const left = SIDE + column * (width + between);
      const votesText = setText(votes, { width, maxLines: 1, sizes }, fonts);
      const room = width - votesText.width - size * UNIT * 0.7;
      const label = setText(name, { width: room, maxLines: 2, sizes }, fonts);
      // A name may contain no drawable letter.
      height = Math.max(height, label.height, votesText.height);
      shapes.push(
        ...placed(label.lines, left, top, COLOURS.soft),
        ...placed(votesText.lines, left + width - votesText.width, top, COLOURS.gold),
      );
    });
    top += height + (first + columns < categories.length ? gap * UNIT : 0);
  }
  return {
    gap: RECEIPT.gaps.votes,
    height: top,
    at: (from) => shapes.map((shape) => ({ ...shape, y: shape.y + from })),
  };
}

/** Replaces a photograph, as on the page. */
async function initial(name: string, height: number): Promise<Buffer> {
  const letter = setText(
    initialOf(name),
    { width: PICTURE.width, maxLines: 1, sizes: [Math.min(420, height * 0.6)] },
    await openFonts(),
  );
  const { width } = PICTURE;
  return svgOf(
    { width, height },
    placed(
      letter.lines,
      (width - letter.width) / 2,
      (height * 0.84 - letter.height) / 2,
      COLOURS.gold,
    ),
    `<defs><radialGradient id="light" cx=".5" cy="0" r="1"><stop stop-color="${COLOURS.line}"/><stop offset=".7" stop-color="${COLOURS.high}"/></radialGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#light)"/>`,
  );
}
