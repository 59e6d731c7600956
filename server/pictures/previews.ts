import { createHash } from 'node:crypto';
import type { Language } from '#shared/domain/localized';
import type { Uploads } from '../images';
import type { Logger } from '../platform/logger';
import { SingleFlight } from '../platform/single-flight';
import { drawPreview, PREVIEW_LAYOUT, type PreviewEvent, type PreviewSubject } from './preview';

interface PreviewsOptions {
  kept: Uploads['drawn'];
  photos: { read(address: string): Promise<Buffer> };
  logger: Logger;
}

interface Preview {
  picture: Buffer;
  /** As its subject is: not while a photograph cannot be had. */
  isWhole: boolean;
  /** Drawn for this request. */
  isNew: boolean;
}

/** Previews, each drawn once and then kept under a name of what it shows. */
export class Previews {
  readonly #options: PreviewsOptions;
  readonly #drawing = new SingleFlight<Preview>();

  constructor(options: PreviewsOptions) {
    this.#options = options;
  }

  /**
   * Requests for a preview that is being drawn share that one drawing.
   * @throws TooManyImages when so many pictures wait already
   */
  get(subject: PreviewSubject, event: PreviewEvent, language: Language): Promise<Preview> {
    const name = `${hashOf(subject, event, language)}.jpg`;
    return this.#drawing.do(name, () => this.#find(name, subject, event, language));
  }

  async #find(
    name: string,
    subject: PreviewSubject,
    event: PreviewEvent,
    language: Language,
  ): Promise<Preview> {
    const { kept, logger } = this.#options;
    // A store that is away costs time, never a preview.
    const found = await kept.read(name).catch(() => null);
    if (found) return { picture: found, isWhole: true, isNew: false };
    const photo = await this.#photoOf(subject);
    const picture = await drawPreview(subject, event, language, photo);
    const isWhole = photo !== null || !subject.photoUrl;
    if (isWhole) {
      await kept
        .keep(name, picture)
        .catch((err: unknown) => logger.warn({ err }, 'a preview cannot be kept'));
    }
    return { picture, isWhole, isNew: true };
  }

  async #photoOf({ photoUrl }: PreviewSubject): Promise<Buffer | null> {
    if (!photoUrl) return null;
    // Whatever is wrong with it is in the log already.
    return this.#options.photos.read(photoUrl).catch(() => null);
  }
}

/** Of all that it shows: another name, another photograph, another address. */
const hashOf = (subject: PreviewSubject, event: PreviewEvent, language: Language): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        PREVIEW_LAYOUT,
        subject.kind,
        subject.name,
        subject.nameFr,
        subject.category?.name,
        subject.category?.nameFr,
        subject.photoUrl,
        event.name,
        event.nameFr,
        event.year,
        language,
      ]),
    )
    .digest('hex')
    .slice(0, 32);

/**
 * Where a preview is found, below the site's own address. It changes with the picture, because
 * who has fetched one keeps it by its address.
 */
export const previewPath = (
  subject: PreviewSubject,
  event: PreviewEvent,
  language: Language,
): string =>
  `/previews/${[subject.kind, subject.id, language].filter(Boolean).join('-')}.jpg?v=${hashOf(subject, event, language).slice(0, 12)}`;
