import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { inTurn, TooManyImages, type Uploads } from '#server/images/index';
import type { Logger } from '#server/platform/logger';
import { SingleFlight } from '#server/platform/single-flight';

/** What can be drawn, and kept. */
export interface Drawing {
  /** All that it shows, and in which layout: of another one, another picture is kept. */
  shows: readonly unknown[];
  type: 'jpg' | 'pdf';
  photoUrl: string | null;
  /**
   * @param photo none where there is none, or none can be had
   */
  draw(photo: Buffer | null): Promise<Buffer>;
}

interface Drawn {
  bytes: Buffer;
  /** As it should be: not while a photograph cannot be had. */
  isWhole: boolean;
  /** Drawn for this request. */
  isNew: boolean;
}

interface DrawingsOptions {
  kept: Uploads['drawn'];
  photos: { read(address: string): Promise<Buffer> };
  logger: Logger;
}

/** Few of them wait before the photographs that voters are shown; hosts that hang hold up some. */
const MAX_AT_ONCE = 8;
/** The last one's turn comes after some ten seconds: who shows links waits no longer. */
const MAX_WAITING = 50;

/** What we draw, once each: it is kept under a name of what it shows. */
export class Drawings {
  readonly #options: DrawingsOptions;
  readonly #drawing = new SingleFlight<Drawn>();
  readonly #places = pLimit(MAX_AT_ONCE);

  constructor(options: DrawingsOptions) {
    this.#options = options;
  }

  /**
   * Requests for what is being drawn share that one drawing.
   * @throws TooManyImages when so many pictures wait already
   */
  get(drawing: Drawing): Promise<Drawn> {
    const name = `${hashOf(drawing)}.${drawing.type}`;
    return this.#drawing.do(name, () => this.#find(name, drawing));
  }

  /**
   * For what must not be kept.
   * @throws TooManyImages when so many pictures wait already
   */
  async draw(drawing: Pick<Drawing, 'photoUrl' | 'draw'>): Promise<Buffer> {
    return (await this.#draw(drawing)).bytes;
  }

  async #find(name: string, drawing: Drawing): Promise<Drawn> {
    const { kept, logger } = this.#options;
    // A store that is away costs time, never a picture.
    const found = await kept.read(name).catch(() => null);
    if (found) return { bytes: found, isWhole: true, isNew: false };
    const { bytes, isWhole } = await this.#draw(drawing);
    if (isWhole) {
      await kept
        .keep(name, bytes)
        .catch((err: unknown) => logger.warn({ err }, 'what was drawn cannot be kept'));
    }
    return { bytes, isWhole, isNew: true };
  }

  /** Who cannot wait for a place is refused before anything is read or laid out. */
  async #draw({ photoUrl, draw }: Pick<Drawing, 'photoUrl' | 'draw'>) {
    if (this.#places.pendingCount >= MAX_WAITING) throw new TooManyImages();
    return this.#places(async () => {
      const photo = await this.#photoAt(photoUrl);
      const bytes = await inTurn(() => draw(photo));
      return { bytes, isWhole: photo !== null || !photoUrl };
    });
  }

  async #photoAt(address: string | null): Promise<Buffer | null> {
    if (!address) return null;
    // Whatever is wrong with it is in the log already.
    return this.#options.photos.read(address).catch(() => null);
  }
}

export const hashOf = ({ shows }: Pick<Drawing, 'shows'>): string =>
  createHash('sha256').update(JSON.stringify(shows)).digest('hex').slice(0, 32);
