import { once } from 'node:events';
import { editionTitle } from '#shared/domain/editions';
import { type Language, localized } from '#shared/domain/localized';
import { formatMoney } from '#shared/domain/money-text';
import { OWN_SOURCES } from '#shared/domain/own-sources';
import { POSTER_TYPES, type PosterFormat } from '#shared/domain/poster';
import { qrCode } from '#shared/domain/qr-code';
import {
  box,
  COLOURS,
  type Coloured,
  cropToBox,
  cup,
  drawJpeg,
  fade,
  mark,
  openFonts,
  placed,
  type SetText,
  setText,
  svgOf,
} from './canvas/index';
import type { PictureSpec, Poster, PosterContent } from './picture-spec';

const TEXTS: Record<Language, { call: string; scan: string; price: string }> = {
  en: { call: 'Vote for me', scan: 'Scan, or open', price: '1 vote =' },
  fr: { call: 'Votez pour moi', scan: 'Scannez, ou ouvrez', price: '1 vote =' },
};

const MAX_BYTES = 500_000;

/** Increase with every change of a poster's appearance. */
const LAYOUT = 3;

/** A poster for posting or printing. */
export function posterOf(poster: Poster, format: PosterFormat, language: Language): PictureSpec {
  const { name, category, photoUrl, link, prices, event } = poster;
  return {
    shows: [
      'poster',
      LAYOUT,
      format,
      language,
      name,
      category.name,
      category.nameFr,
      photoUrl,
      link,
      prices,
      event.name,
      event.nameFr,
      event.year,
    ],
    type: POSTER_TYPES[format],
    photoUrl,
    drawing: { kind: 'poster', poster, format, language },
  };
}

/** Draws a poster: a JPEG, or for printing a PDF. */
export const drawPoster = (
  { poster, format, language }: PosterContent,
  photo: Buffer | null,
): Promise<Buffer> => RENDERERS[format](poster, language, photo);

const RENDERERS: Record<
  PosterFormat,
  (poster: Poster, language: Language, photo: Buffer | null) => Promise<Buffer>
> = { story: drawStory, square: drawSquare, a4: drawA4 };

/** Sets the texts common to all formats, in each format's sizes. */
async function textsOf(
  { name, category, link, prices, event }: Poster,
  language: Language,
  sizes: {
    width: number;
    align?: 'centre';
    category: readonly number[];
    name: readonly number[];
    nameHeight: number;
    call: number;
    aside: { width: number; price: readonly number[]; link: readonly number[]; scan: number };
    event: readonly number[];
  },
) {
  const fonts = await openFonts();
  const { call, scan, price } = TEXTS[language];
  const { width, align, aside } = sizes;
  const { host, pathname } = new URL(link);
  const amounts = prices.map((price) => formatMoney(price, language)).join(' · ');
  return {
    category: setText(
      localized(language, category.name, category.nameFr),
      { width, align, maxLines: 2, sizes: sizes.category },
      fonts,
    ),
    name: setText(
      name,
      { width, align, maxLines: 4, maxHeight: sizes.nameHeight, sizes: sizes.name },
      fonts,
    ),
    call: setText(call, { width, maxLines: 1, sizes: [sizes.call] }, fonts),
    price: setText(
      `${price} ${amounts}`,
      { width: aside.width, maxLines: 1, sizes: aside.price },
      fonts,
    ),
    scan: setText(scan, { width: aside.width, maxLines: 1, sizes: [aside.scan] }, fonts),
    link: [host, ...partsOf(pathname)]
      .map((part) => setText(part, { width: aside.width, maxLines: 2, sizes: aside.link }, fonts))
      .reduce(below),
    event: setText(
      editionTitle(language, event),
      { width, maxLines: 1, sizes: sizes.event },
      fonts,
    ),
  };
}

/** Splits `/a/artist/category` as it is best read out: `/a/artist`, `/category`. */
const partsOf = (path: string): string[] => path.match(/^\/a\/[^/]+|\/[^/]+/g) ?? [];

/** Stacks one text below another. */
const below = (upper: SetText, lower: SetText): SetText => ({
  lines: [...upper.lines, ...lower.lines.map((line) => ({ ...line, y: line.y + upper.height }))],
  width: Math.max(upper.width, lower.width),
  height: upper.height + lower.height,
});

/** A dark code on a white background. */
function codeOf(
  { link }: Poster,
  language: Language,
  { x, y, side }: { x: number; y: number; side: number },
): Coloured[] {
  const url = new URL(link);
  url.searchParams.set('lang', language);
  url.searchParams.set('ref', OWN_SOURCES.poster);
  const { d, size } = qrCode(url.href, 3);
  // Whole pixels, to avoid fine lines between the modules.
  const scale = Math.floor(side / size);
  const rest = Math.floor((side - scale * size) / 2);
  return [
    ...placed([box(side, side, side / 16)], x, y, '#ffffff'),
    { d, x: x + rest, y: y + rest, scale, fill: COLOURS.ground },
  ];
}

/** A gold pill with the call to action. */
const pill = (call: SetText, x: number, y: number, size: number): Coloured[] => [
  ...placed([box(call.width + size * 1.8, size * 2.1, size * 1.05)], x, y, COLOURS.gold),
  ...placed(call.lines, x + size * 0.9, y + size * 0.38, COLOURS.ground),
];

/** Between the event's mark and the texts. */
const emblem = (width: number, height: number): Buffer => {
  const side = height * 0.42;
  return svgOf({ width, height }, [
    { ...box(width, height), fill: COLOURS.shade },
    ...placed([cup(side)], (width - side) / 2, height * 0.205, COLOURS.gold),
  ]);
};

/** 9:16. Keeps texts out of the areas that chat applications cover at the top and bottom. */
async function drawStory(poster: Poster, language: Language, photo: Buffer | null) {
  const [width, height, side] = [1080, 1920, 300];
  const texts = await textsOf(poster, language, {
    width: 936,
    align: 'centre',
    category: [46, 40],
    name: [140, 124, 108, 94, 82, 70, 60, 46],
    nameHeight: 330,
    call: 58,
    aside: { width: 580, price: [46, 42, 38, 34, 30], link: [42, 38, 34, 30], scan: 32 },
    event: [38, 32, 28],
  });
  const centred = (text: SetText) => (width - text.width) / 2;
  const codeTop = 1690 - side;
  const callTop = codeTop - 60 - 122;
  const nameTop = callTop - 46 - texts.name.height;
  const categoryTop = nameTop - 10 - texts.category.height;
  const aside = 72 + side + 44;
  const asideHeight = texts.price.height + 30 + texts.scan.height + 6 + texts.link.height;
  const priceTop = codeTop + (side - asideHeight) / 2;
  const scanTop = priceTop + texts.price.height + 30;
  const photoHeight = 1200;
  return drawJpeg({
    width,
    height,
    photo,
    photoBox: { left: 0, top: 0, width, height: photoHeight },
    placeholder: emblem(width, photoHeight),
    overlay: svgOf(
      { width, height },
      [
        ...mark(texts.event, 72, 150, 38),
        ...placed(texts.category.lines, centred(texts.category), categoryTop, COLOURS.gold),
        ...placed(texts.name.lines, centred(texts.name), nameTop, COLOURS.ivory),
        ...pill(texts.call, (width - texts.call.width - 58 * 1.8) / 2, callTop, 58),
        ...codeOf(poster, language, { x: 72, y: codeTop, side }),
        ...placed(texts.price.lines, aside, priceTop, COLOURS.ivory),
        ...placed(texts.scan.lines, aside, scanTop, COLOURS.ivory),
        ...placed(texts.link.lines, aside, scanTop + texts.scan.height + 6, COLOURS.gold),
      ],
      // Dark early: gold must stand out from a yellow dress, and the face ends above.
      fade(width, Math.min(categoryTop - 220, 780), photoHeight, 0.8),
    ),
    maxBytes: MAX_BYTES,
  });
}

async function drawSquare(poster: Poster, language: Language, photo: Buffer | null) {
  const [width, height, side] = [1080, 1080, 250];
  const texts = await textsOf(poster, language, {
    width: 660,
    category: [36, 30],
    name: [96, 84, 74, 64, 56, 48, 38],
    nameHeight: 210,
    call: 40,
    aside: { width: 660, price: [32, 28, 24], link: [28, 24, 20], scan: 24 },
    event: [30, 26, 22],
  });
  const left = 60;
  const linkTop = height - 56 - texts.link.height;
  const priceTop = linkTop - 4 - texts.price.height;
  const callTop = priceTop - 18 - 84;
  const nameTop = callTop - 32 - texts.name.height;
  const categoryTop = nameTop - 6 - texts.category.height;
  const photoHeight = 760;
  return drawJpeg({
    width,
    height,
    photo,
    photoBox: { left: 0, top: 0, width, height: photoHeight },
    placeholder: emblem(width, photoHeight),
    overlay: svgOf(
      { width, height },
      [
        ...mark(texts.event, left, 56, 30),
        ...placed(texts.category.lines, left, categoryTop, COLOURS.gold),
        ...placed(texts.name.lines, left, nameTop, COLOURS.ivory),
        ...pill(texts.call, left, callTop, 40),
        ...placed(texts.price.lines, left, priceTop, COLOURS.ivory),
        ...placed(texts.link.lines, left, linkTop, COLOURS.gold),
        ...codeOf(poster, language, { x: width - left - side, y: height - 60 - side, side }),
      ],
      fade(width, Math.min(categoryTop - 130, 430), photoHeight),
    ),
    maxBytes: MAX_BYTES,
  });
}

/** In points. */
const A4 = { width: 595.28, height: 841.89 };
/** Half a point, so that sizes are like those of pictures. */
const UNIT = 0.5;

/** On white, for printing at home and hanging up. */
async function drawA4(poster: Poster, language: Language, photo: Buffer | null): Promise<Buffer> {
  const [width, height] = [A4.width / UNIT, A4.height / UNIT];
  const [left, side] = [80, 400];
  const texts = await textsOf(poster, language, {
    width: width - 2 * left,
    category: [46, 40],
    name: [132, 116, 100, 88, 76, 64, 50],
    nameHeight: 270,
    call: 64,
    aside: {
      width: width - 2 * left - side - 60,
      price: [54, 48, 42],
      link: [44, 38, 34],
      scan: 34,
    },
    event: [34, 30],
  });
  const codeTop = height - 64 - side;
  const callTop = codeTop - 40 - 134;
  const nameTop = callTop - 40 - texts.name.height;
  const categoryTop = nameTop - 4 - texts.category.height;
  // The remaining height.
  const photoHeight = Math.round(categoryTop - 36);
  const aside = left + side + 60;
  const scanTop = codeTop + 24 + texts.price.height + 26;
  const shapes: Coloured[] = [
    ...placed(texts.category.lines, left, categoryTop, PRINTED),
    ...placed(texts.name.lines, left, nameTop, COLOURS.ground),
    ...pill(texts.call, left, callTop, 64),
    ...codeOf(poster, language, { x: left, y: codeTop, side }),
    ...placed(texts.price.lines, aside, codeTop + 24, COLOURS.ground),
    ...placed(texts.scan.lines, aside, scanTop, COLOURS.ground),
    ...placed(texts.link.lines, aside, scanTop + texts.scan.height + 4, PRINTED),
    ...placed([cup(48)], aside, codeTop + side - 72, PRINTED),
    ...placed(texts.event.lines, aside + 66, codeTop + side - 68, COLOURS.ground),
  ];
  const printed = photo && (await photoForPrint(photo, width, photoHeight).catch(() => null));
  const top: Coloured[] = printed
    ? []
    : [
        { ...box(width, photoHeight), fill: COLOURS.shade },
        ...placed([cup(400)], (width - 400) / 2, 170, COLOURS.gold),
      ];
  return drawPdf({
    title: `${poster.name} – ${TEXTS[language].call}`,
    language,
    photo: printed && { bytes: printed, width, height: photoHeight },
    shapes: [...top, ...shapes],
    link: { url: poster.link, x: left, y: codeTop, side },
  });
}

/** Gold is not legible on white. */
const PRINTED = '#6b3fa0';

async function photoForPrint(photo: Buffer, width: number, height: number): Promise<Buffer> {
  const filled = await cropToBox({ width: Math.round(width), height }, photo);
  return filled.jpeg({ quality: 88, mozjpeg: true }).toBuffer();
}

interface PdfParts {
  title: string;
  language: Language;
  photo: { bytes: Buffer; width: number; height: number } | null;
  shapes: readonly Coloured[];
  /** Clickable area of the code. */
  link: { url: string; x: number; y: number; side: number };
}

async function drawPdf({ title, language, photo, shapes, link }: PdfParts): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    size: [A4.width, A4.height],
    margin: 0,
    lang: language,
    info: { Title: title },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(pdf, 'end');
  pdf.scale(UNIT);
  if (photo) pdf.image(photo.bytes, 0, 0, { width: photo.width, height: photo.height });
  for (const { d, x, y, scale = 1, fill } of shapes) {
    pdf.save().translate(x, y).scale(scale).path(d).fill(fill).restore();
  }
  pdf.link(link.x, link.y, link.side, link.side, link.url);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
