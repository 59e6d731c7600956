import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { inTurn, TooManyImages, type Uploads } from '#server/images/index';
import type { Logger } from '#server/platform/logger';
import { SingleFlight } from '#server/platform/single-flight';

/** Specification of a picture that can be rendered and stored. */
export interface PictureSpec {
  /**
   * All that the picture shows, and its layout version: a change leads to another stored picture.
   */
  shows: readonly unknown[];
  type: 'jpg' | 'pdf';
  photoUrl: string | null;
  /** @param photo null if there is none, or it is not available */
  draw(photo: Buffer | null): Promise<Buffer>;
}

interface RenderedPicture {
  bytes: Buffer;
  /** False when the photograph is not available. */
  isWhole: boolean;
  /** True when rendered for this request. */
  isNew: boolean;
}

interface PictureRendererOptions {
  storage: Uploads['rendered'];
  photos: { read(address: string): Promise<Buffer> };
  logger: Logger;
}

/** Few, so that photographs for voters do not wait; slow hosts occupy some. */
const MAX_AT_ONCE = 8;
/** Longest queue: the last one starts after some ten seconds, and link previews wait no longer. */
const MAX_WAITING = 50;

/** Renders each picture once and stores it under a hash of what it shows. */
export class PictureRenderer {
  readonly #options: PictureRendererOptions;
  readonly #rendering = new SingleFlight<RenderedPicture>();
  readonly #slots = pLimit(MAX_AT_ONCE);

  constructor(options: PictureRendererOptions) {
    this.#options = options;
  }

  /**
   * Concurrent requests share one rendering.
   * @throws TooManyImages when too many pictures are waiting
   */
  get(spec: PictureSpec): Promise<RenderedPicture> {
    const name = `${hashOf(spec)}.${spec.type}`;
    return this.#rendering.do(name, () => this.#find(name, spec));
  }

  /**
   * For pictures that must not be stored.
   * @throws TooManyImages when too many pictures are waiting
   */
  async draw(spec: Pick<PictureSpec, 'photoUrl' | 'draw'>): Promise<Buffer> {
    return (await this.#draw(spec)).bytes;
  }

  async #find(name: string, spec: PictureSpec): Promise<RenderedPicture> {
    const { storage, logger } = this.#options;
    // An unavailable store costs time, but never a picture.
    const found = await storage.read(name).catch(() => null);
    if (found) return { bytes: found, isWhole: true, isNew: false };
    const { bytes, isWhole } = await this.#draw(spec);
    if (isWhole) {
      await storage
        .save(name, bytes)
        .catch((err: unknown) => logger.warn({ err }, 'a rendered picture could not be stored'));
    }
    return { bytes, isWhole, isNew: true };
  }

  /** Rejects a request that cannot wait before anything is read or laid out. */
  async #draw({ photoUrl, draw }: Pick<PictureSpec, 'photoUrl' | 'draw'>) {
    if (this.#slots.pendingCount >= MAX_WAITING) throw new TooManyImages();
    return this.#slots(async () => {
      const photo = await this.#photoAt(photoUrl);
      const bytes = await inTurn(() => draw(photo));
      return { bytes, isWhole: photo !== null || !photoUrl };
    });
  }

  async #photoAt(address: string | null): Promise<Buffer | null> {
    if (!address) return null;
    // The problem is already in the log.
    return this.#options.photos.read(address).catch(() => null);
  }
}

export const hashOf = ({ shows }: Pick<PictureSpec, 'shows'>): string =>
  createHash('sha256').update(JSON.stringify(shows)).digest('hex').slice(0, 32);
