import pLimit from 'p-limit';
import type { ImageWidth } from '#shared/contracts/images';
import { AppError } from '../errors';
import type { Logger } from '../platform/logger';
import { SingleFlight } from '../platform/single-flight';
import { type FetchSeams, fetchImage, resolvingOnce } from './fetch-image';
import { HostQueue } from './host-queue';
import type { ImageCache } from './image-cache';
import { ImageError } from './image-error';
import { RecentFailures } from './recent-failures';
import { toWebImage } from './web-image';

/** A decoded photograph can take 160 MB of memory. */
const MAX_DECODINGS = 2;

const tooMany = () =>
  new AppError(503, 'unavailable', 'Too many pictures are being fetched', { retryAfterSeconds: 5 });

interface ImageProxyOptions {
  cache: ImageCache;
  fetching: FetchSeams;
  logger: Logger | undefined;
}

/**
 * Pictures of other hosts, from the cache or fetched. Kept ones are not fetched again while the
 * cache has room: a new picture has a new address. One that could not be had is left alone for a
 * while, and a host that hangs holds up nobody but itself.
 */
export class ImageProxy {
  readonly #options: ImageProxyOptions;
  readonly #queue = new HostQueue();
  readonly #decoding = pLimit(MAX_DECODINGS);
  readonly #failures = new RecentFailures();
  readonly #loading = new SingleFlight<Buffer>();

  constructor({ fetching, ...options }: ImageProxyOptions) {
    this.#options = {
      ...options,
      fetching: { ...fetching, resolve: resolvingOnce(fetching.resolve) },
    };
  }

  /**
   * The picture as WebP. Requests for a picture that is being fetched share that one fetch.
   * @throws ImageError
   * @throws AppError 503 when too many wait already
   */
  get(address: string, width: ImageWidth): Promise<Buffer> {
    const key = `${width} ${address}`;
    return this.#loading.do(key, () => this.#load(key, address, width));
  }

  async #load(key: string, address: string, width: ImageWidth): Promise<Buffer> {
    const { cache } = this.#options;
    const kept = await cache.read(key);
    if (kept) return kept;
    this.#assertNotFailed(address);
    const { host } = new URL(address);
    const fetching = this.#queue.run(host, () => this.#fetch(address, host, width));
    if (!fetching) throw tooMany();
    const image = await fetching;
    await cache.write(key, image);
    return image;
  }

  async #fetch(address: string, host: string, width: ImageWidth): Promise<Buffer> {
    const { fetching, logger } = this.#options;
    // In another width, while this one waited in line.
    this.#assertNotFailed(address);
    try {
      const bytes = await fetchImage(address, fetching);
      return await this.#decoding(() => toWebImage(bytes, width));
    } catch (error) {
      if (error instanceof ImageError) {
        this.#failures.add(address, error);
        logger?.warn({ host, reason: error.reason }, 'a picture cannot be shown');
      }
      throw error;
    }
  }

  #assertNotFailed(address: string): void {
    const failure = this.#failures.of(address);
    if (failure) throw failure;
  }
}
