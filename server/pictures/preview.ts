import { editionTitle } from '#shared/domain/editions';
import { type Language, localized } from '#shared/domain/localized';
import { box, COLOURS, cup, drawJpeg, openFonts, placed, setText, svgOf } from './canvas/index';
import {
  hashOf,
  type PictureSpec,
  type PreviewContent,
  type PreviewEvent,
  type PreviewSubject,
} from './picture-spec';

/** Size required by Open Graph and X; WhatsApp shows none above some 300 KB. */
export const PREVIEW = { width: 1200, height: 630, maxBytes: 300_000 } as const;

/** The photograph fills the right side, and fades into the background. */
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

/** In place of the call once nobody can vote any more. */
const ARCHIVED: Record<Language, string> = { en: 'See the archive', fr: 'Voir les archives' };

/** Increase with every change of a preview's appearance, to get new addresses. */
const LAYOUT = 3;

/** A preview, a JPEG of at most `PREVIEW.maxBytes`. */
export function previewOf(
  subject: PreviewSubject,
  event: PreviewEvent,
  language: Language,
): PictureSpec {
  const { kind, name, nameFr, category, photoUrl } = subject;
  const { isArchived = false } = event;
  return {
    shows: [
      'preview',
      LAYOUT,
      kind,
      name,
      nameFr,
      category?.name,
      category?.nameFr,
      photoUrl,
      event.name,
      event.nameFr,
      event.year,
      language,
      ...(isArchived ? ['archived'] : []),
    ],
    type: 'jpg',
    photoUrl,
    drawing: {
      kind: 'preview',
      subject,
      event: { name: event.name, nameFr: event.nameFr, year: event.year, isArchived },
      language,
    },
  };
}

/** Draws a preview as a JPEG. */
export const drawPreview = async (
  { subject, event, language }: PreviewContent,
  photo: Buffer | null,
): Promise<Buffer> =>
  drawJpeg({
    ...PREVIEW,
    photo,
    photoBox: { ...PHOTO, top: 0, height: PREVIEW.height },
    placeholder: EMBLEM,
    overlay: await textsOf(subject, event, language),
  });

/**
 * Returns the path of a preview. It changes with the picture, because other services cache a
 * picture by its address.
 */
export const previewPath = (
  subject: PreviewSubject,
  event: PreviewEvent,
  language: Language,
): string =>
  `/previews/${[subject.kind, subject.id, language].filter(Boolean).join('-')}.jpg?v=${hashOf(previewOf(subject, event, language)).slice(0, 12)}`;

/** Replaces a photograph. */
const EMBLEM = svgOf({ width: PHOTO.width, height: PREVIEW.height }, [
  { ...box(PHOTO.width, PREVIEW.height), fill: COLOURS.shade },
  ...placed([cup(320)], 210, 135, COLOURS.gold),
]);

async function textsOf(
  { kind, name, nameFr, category }: PreviewSubject,
  event: PreviewEvent,
  language: Language,
): Promise<Buffer> {
  const fonts = await openFonts();
  const { width } = TEXT;
  const above = category ? localized(language, category.name, category.nameFr) : '';
  const heading = setText(above, { width, maxLines: 2, sizes: [36, 30] }, fonts);
  const main = setText(
    localized(language, name, nameFr),
    { width, maxLines: 5, maxHeight: 300, sizes: [92, 84, 76, 68, 60, 52, 46, 40] },
    fonts,
  );
  const callText = event.isArchived ? ARCHIVED[language] : CALLS[language][kind];
  const call = setText(callText, { width, maxLines: 1, sizes: [34] }, fonts);
  const mark = setText(
    editionTitle(language, event),
    { width: 480, maxLines: 1, sizes: [28, 24] },
    fonts,
  );
  const gap = heading.height > 0 ? 14 : 0;
  const total = heading.height + gap + main.height + 28 + 72;
  const top = Math.max(48, (PREVIEW.height - 96 - total) / 2);
  const mainTop = top + heading.height + gap;
  const callTop = mainTop + main.height + 28;
  const { left } = TEXT;
  return svgOf(
    PREVIEW,
    [
      ...placed(heading.lines, left, top, COLOURS.gold),
      ...placed(main.lines, left, mainTop, COLOURS.ivory),
      ...placed([box(call.width + 64, 72, 36)], left, callTop, COLOURS.gold),
      ...placed(call.lines, left + 32, callTop + 13, COLOURS.ground),
      ...placed([cup(44)], left, 544, COLOURS.gold),
      ...placed(mark.lines, left + 58, 549, COLOURS.ivory),
    ],
    `<defs>
      <linearGradient id="side"><stop stop-color="${COLOURS.ground}"/><stop offset="1" stop-color="${COLOURS.ground}" stop-opacity="0"/></linearGradient>
    </defs>
    <rect x="${PHOTO.left - 1}" width="300" height="${PREVIEW.height}" fill="url(#side)"/>`,
  );
}
