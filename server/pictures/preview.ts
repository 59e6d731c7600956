import sharp from 'sharp';
import { type Language, localized } from '#shared/domain/localized';
import { inTurn } from '../images';
import { openFonts, setText } from './text';

/** What a preview shows of the event. */
export interface PreviewEvent {
  name: string;
  nameFr: string | null;
  year: string;
}

/** What a preview is of: the site, a category, or an artist nominated in one. */
export interface PreviewSubject {
  kind: 'site' | 'category' | 'nomination';
  /** None for the site. */
  id: string | null;
  name: string;
  nameFr: string | null;
  /** Where an artist is nominated. */
  category: { name: string; nameFr: string | null } | null;
  photoUrl: string | null;
}

/** As Open Graph and X ask for it; WhatsApp shows none above some 300 KB. */
export const PREVIEW = { width: 1200, height: 630, maxBytes: 300_000 } as const;

export const COLOURS = { ground: '#120b1e', shade: '#2a1b45', ivory: '#fdf8ee', gold: '#f5b82e' };
/** The photograph fills the right, and fades into the ground. */
const PHOTO = { left: 540, width: 660 };
const TEXT = { left: 64, width: 560 };

const CALLS: Record<Language, Record<PreviewSubject['kind'], string>> = {
  en: { site: 'Vote for your artist', category: 'Vote now', nomination: 'Vote for me' },
  fr: {
    site: 'Votez pour votre artiste',
    category: 'Votez maintenant',
    nomination: 'Votez pour moi',
  },
};

/** The cup of the site's icon, in a box of 40. */
export const CUP = [
  'M20 1.5l4.3 8.9 9.8 1.4-7.1 6.9 1.7 9.7L20 23.8l-8.7 4.6 1.7-9.7-7.1-6.9 9.8-1.4z',
  'M18.2 27.6l1.8-1 1.8 1 .9 5.4h-5.4z',
  'M11.5 35.2a2.2 2.2 0 0 1 2.2-2.2h12.6a2.2 2.2 0 0 1 2.2 2.2v1.1a2.2 2.2 0 0 1-2.2 2.2H13.7a2.2 2.2 0 0 1-2.2-2.2z',
]
  .map((d) => `<path d="${d}"/>`)
  .join('');

/** Other bytes for the same subject: raised with every change of how a preview looks. */
export const PREVIEW_LAYOUT = 1;

/**
 * Draws a preview.
 * @param photo none where there is none, or none can be had
 * @returns a JPEG of at most `PREVIEW.maxBytes`
 * @throws TooManyImages when so many pictures wait already
 */
export async function drawPreview(
  subject: PreviewSubject,
  event: PreviewEvent,
  language: Language,
  photo: Buffer | null,
): Promise<Buffer> {
  const texts = await textsOf(subject, event, language);
  return inTurn(async () => {
    const base = sharp({
      create: {
        width: PREVIEW.width,
        height: PREVIEW.height,
        channels: 3,
        background: COLOURS.ground,
      },
    });
    const shown = photo && (await photoLayer(photo).catch(() => null));
    const picture = base.composite([
      shown
        ? { input: shown, left: PHOTO.left, top: 0 }
        : { input: Buffer.from(emblem()), left: PHOTO.left, top: 0 },
      { input: Buffer.from(texts) },
    ]);
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    for (const quality of [84, 70, 50]) {
      const jpeg = await sharp(data, { raw }).jpeg({ quality, mozjpeg: true }).toBuffer();
      if (jpeg.length <= PREVIEW.maxBytes) return jpeg;
    }
    return sharp(data, { raw }).jpeg({ quality: 30, mozjpeg: true }).toBuffer();
  });
}

/** A portrait keeps its head; of others, what draws the eye stays. */
async function photoLayer(photo: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata();
  const position = height > width ? 'top' : 'attention';
  return sharp(photo)
    .resize({ width: PHOTO.width, height: PREVIEW.height, fit: 'cover', position })
    .flatten({ background: COLOURS.ground })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** In the place of a photograph. */
const emblem = () =>
  svg(
    PHOTO.width,
    `<rect width="${PHOTO.width}" height="${PREVIEW.height}" fill="${COLOURS.shade}"/>
    <g fill="${COLOURS.gold}" transform="translate(210 135) scale(8)">${CUP}</g>`,
  );

const svg = (width: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${PREVIEW.height}">${content}</svg>`;

async function textsOf(
  { kind, name, nameFr, category }: PreviewSubject,
  event: PreviewEvent,
  language: Language,
): Promise<string> {
  const fonts = await openFonts();
  const eventName = `${localized(language, event.name, event.nameFr)} ${event.year}`;
  const above = category ? localized(language, category.name, category.nameFr) : '';
  const box = { width: TEXT.width };
  const heading = setText(above, { ...box, maxLines: 2, sizes: [36, 30] }, fonts);
  const main = setText(
    localized(language, name, nameFr),
    { ...box, maxLines: 5, maxHeight: 300, sizes: [92, 84, 76, 68, 60, 52, 46, 40] },
    fonts,
  );
  const call = setText(CALLS[language][kind], { ...box, maxLines: 1, sizes: [34] }, fonts);
  const mark = setText(eventName, { width: 480, maxLines: 1, sizes: [28, 24] }, fonts);
  const gap = heading.height > 0 ? 14 : 0;
  const total = heading.height + gap + main.height + 28 + 72;
  const top = Math.max(48, (PREVIEW.height - 96 - total) / 2);
  const at = (x: number, y: number, fill: string, path: string) =>
    `<g fill="${fill}" transform="translate(${x} ${y})">${path}</g>`;
  const mainTop = top + heading.height + gap;
  const callTop = mainTop + main.height + 28;
  return svg(
    PREVIEW.width,
    `<defs>
      <linearGradient id="side"><stop stop-color="${COLOURS.ground}"/><stop offset="1" stop-color="${COLOURS.ground}" stop-opacity="0"/></linearGradient>
    </defs>
    <rect x="${PHOTO.left - 1}" width="300" height="${PREVIEW.height}" fill="url(#side)"/>
    ${at(TEXT.left, top, COLOURS.gold, heading.path)}
    ${at(TEXT.left, mainTop, COLOURS.ivory, main.path)}
    <rect x="${TEXT.left}" y="${callTop}" width="${call.width + 64}" height="72" rx="36" fill="${COLOURS.gold}"/>
    ${at(TEXT.left + 32, callTop + 13, COLOURS.ground, call.path)}
    <g fill="${COLOURS.gold}" transform="translate(${TEXT.left} 544) scale(1.1)">${CUP}</g>
    ${at(TEXT.left + 58, 549, COLOURS.ivory, mark.path)}`,
  );
}
