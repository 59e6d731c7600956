import { SingleFlight } from '#server/platform/single-flight';
import type { Rendition } from '#shared/domain/rendition';
import type { ImageCache } from './image-cache';
import { makeRendition } from './web-image';

/** Pictures in the widths and formats in which they are sent, each made once and then kept. */
export class Renditions {
  readonly #cache: ImageCache;
  readonly #making = new SingleFlight<Buffer>();

  constructor(cache: ImageCache) {
    this.#cache = cache;
  }

  /**
   * Requests for a rendition that is being made share that one.
   * @param address says which picture it is: another one has another address
   * @param load reads the picture itself, where the rendition is not kept
   * @throws ImageError
   * @throws TooManyImages when so many wait already; and what `load` throws
   */
  get(address: string, rendition: Rendition, load: () => Promise<Buffer>): Promise<Buffer> {
    const key = `${rendition.width} ${rendition.format} ${address}`;
    return this.#making.do(key, async () => {
      const kept = await this.#cache.read(key);
      if (kept) return kept;
      const made = await makeRendition(await load(), rendition);
      await this.#cache.write(key, made);
      return made;
    });
  }
}
