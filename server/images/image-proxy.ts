import pLimit from 'p-limit';
import type { ImageWidth } from '#shared/contracts/images';
import type { Logger } from '../platform/logger';
import { type FetchSeams, fetchImage } from './fetch-image';
import type { ImageCache } from './image-cache';
import { ImageError } from './image-error';
import { toWebImage } from './web-image';

/** Each may hold 5 MB and a decoded picture in memory. */
const MAX_FETCHES = 24;

interface ImageProxyOptions {
  cache: ImageCache;
  fetching: FetchSeams;
  logger: Logger | undefined;
}

/**
 * Pictures of other hosts, from the cache or fetched. Kept ones are not fetched again while the
 * cache has room: a new picture has a new address.
 */
export class ImageProxy {
  readonly #options: ImageProxyOptions;
  readonly #limit = pLimit(MAX_FETCHES);
  readonly #underway = new Map<string, Promise<Buffer>>();

  constructor(options: ImageProxyOptions) {
    this.#options = options;
  }

  /**
   * The picture as WebP. Requests for a picture that is being fetched share that one fetch.
   * @throws ImageError
   */
  get(address: string, width: ImageWidth): Promise<Buffer> {
    const key = `${width} ${address}`;
    const underway = this.#underway.get(key);
    if (underway) return underway;
    const started = this.#load(key, address, width).finally(() => this.#underway.delete(key));
    this.#underway.set(key, started);
    return started;
  }

  async #load(key: string, address: string, width: ImageWidth): Promise<Buffer> {
    const { cache } = this.#options;
    const kept = await cache.read(key);
    if (kept) return kept;
    const image = await this.#limit(() => this.#fetch(address, width));
    await cache.write(key, image);
    return image;
  }

  async #fetch(address: string, width: ImageWidth): Promise<Buffer> {
    const { fetching, logger } = this.#options;
    try {
      return await toWebImage(await fetchImage(address, fetching), width);
    } catch (error) {
      if (error instanceof ImageError) {
        const { host } = new URL(address);
        logger?.warn({ host, reason: error.reason }, 'a picture cannot be shown');
      }
      throw error;
    }
  }
}
