import { SingleFlight } from '#server/platform/single-flight';
import type { Rendition } from '#shared/domain/rendition';
import type { ImageCache } from './image-cache';
import { makeRendition } from './web-image';

/** Pictures in the widths and formats in which they are sent, each created once and then cached. */
export class Renditions {
  readonly #cache: ImageCache;
  readonly #rendering = new SingleFlight<Buffer>();

  constructor(cache: ImageCache) {
    this.#cache = cache;
  }

  /**
   * Concurrent requests for a rendition share its creation.
   * @param address identifies the picture: another picture has another address
   * @param load reads the original when the rendition is not cached
   * @throws ImageError
   * @throws TooManyImages when too many are waiting; and any error of `load`
   */
  get(address: string, rendition: Rendition, load: () => Promise<Buffer>): Promise<Buffer> {
    const key = `${rendition.width} ${rendition.format} ${address}`;
    return this.#rendering.do(key, async () => {
      const cached = await this.#cache.read(key);
      if (cached) return cached;
      const rendered = await makeRendition(await load(), rendition);
      await this.#cache.write(key, rendered);
      return rendered;
    });
  }
}
