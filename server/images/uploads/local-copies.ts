import pLimit from 'p-limit';
import type { ImageCache } from '../image-cache';
import type { S3Bucket } from './s3-bucket';
import { S3Error } from './s3-error';

/** Each holds a picture in memory and a connection to the store. */
const MAX_READS = 50;
/** More are refused: a client can make up names faster than the store answers for them. */
const MAX_REQUESTS = 500;

type Bucket = Pick<S3Bucket, 'read'>;

/**
 * Pictures of a bucket. This machine keeps the latest ones on its disk, so that many voters cost the
 * store one request per picture, and few of them notice its outage.
 */
export class LocalCopies {
  readonly #bucket: Bucket;
  readonly #cache: ImageCache;
  readonly #limit = pLimit(MAX_READS);
  /** Sent to the store, or waiting for their turn. */
  #requests = 0;
  readonly #underway = new Map<string, Promise<Buffer | null>>();

  constructor(bucket: Bucket, cache: ImageCache) {
    this.#bucket = bucket;
    this.#cache = cache;
  }

  /**
   * Requests for a name that is being read from the store share that one read.
   * @returns null when there is none of this name
   * @throws S3Error 503, also when too many wait for the store already
   */
  get(name: string): Promise<Buffer | null> {
    const underway = this.#underway.get(name);
    if (underway) return underway;
    const started = this.#load(name).finally(() => this.#underway.delete(name));
    this.#underway.set(name, started);
    return started;
  }

  async #load(name: string): Promise<Buffer | null> {
    const copy = await this.#cache.read(name);
    if (copy) return copy;
    const picture = await this.#read(name);
    if (picture) await this.#cache.write(name, picture);
    return picture;
  }

  async #read(name: string): Promise<Buffer | null> {
    if (this.#requests === MAX_REQUESTS) throw new S3Error('too many requests at once');
    this.#requests++;
    try {
      return await this.#limit(() => this.#bucket.read(name));
    } finally {
      this.#requests--;
    }
  }
}
