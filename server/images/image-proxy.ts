import type { Logger } from '#server/platform/logger';
import { SingleFlight } from '#server/platform/single-flight';
import type { Rendition } from '#shared/domain/rendition';
import { type FetchOptions, fetchImage, resolvingOnce } from './fetch-image';
import { HostQueue } from './host-queue';
import type { ImageCache } from './image-cache';
import { ImageError, TooManyImages } from './image-error';
import { RecentFailures } from './recent-failures';
import type { Renditions } from './renditions';
import { toOwnImage } from './web-image';

interface ImageProxyOptions {
  cache: ImageCache;
  renditions: Renditions;
  fetching: FetchOptions;
  logger: Logger | undefined;
}

/**
 * Serves pictures of other hosts from a cache; a picture is fetched once for all renditions. A
 * cached picture is not fetched again while the cache has room, because a new picture has a new
 * address. A failed fetch is not retried for a while, and a slow host delays only its own pictures.
 */
export class ImageProxy {
  readonly #options: ImageProxyOptions;
  readonly #queue = new HostQueue();
  readonly #failures = new RecentFailures();
  readonly #loading = new SingleFlight<Buffer>();

  constructor({ fetching, ...options }: ImageProxyOptions) {
    this.#options = {
      ...options,
      fetching: { ...fetching, resolve: resolvingOnce(fetching.resolve) },
    };
  }

  /**
   * Concurrent requests for a picture share one fetch.
   * @throws ImageError
   * @throws TooManyImages when too many are waiting
   */
  get(address: string, rendition: Rendition): Promise<Buffer> {
    return this.#options.renditions.get(address, rendition, () =>
      this.#loading.do(address, () => this.#load(address)),
    );
  }

  async #load(address: string): Promise<Buffer> {
    const { cache } = this.#options;
    const cached = await cache.read(address);
    if (cached) return cached;
    const failure = this.#failures.of(address);
    if (failure) throw failure;
    const { host } = new URL(address);
    const fetching = this.#queue.run(host, () => this.#fetch(address, host));
    if (!fetching) throw new TooManyImages();
    const image = await fetching;
    await cache.write(address, image);
    return image;
  }

  async #fetch(address: string, host: string): Promise<Buffer> {
    const { fetching, logger } = this.#options;
    try {
      return await toOwnImage(await fetchImage(address, fetching));
    } catch (error) {
      if (error instanceof ImageError) {
        this.#failures.add(address, error);
        logger?.warn({ host, reason: error.reason }, 'a picture cannot be shown');
      }
      throw error;
    }
  }
}
