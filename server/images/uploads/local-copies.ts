import pLimit from 'p-limit';
import type { ImageCache } from '../image-cache';
import type { PictureBucket } from './picture-bucket';
import { S3Error } from './s3-error';

/** Each holds a picture in memory and a connection to the store. */
const MAX_READS = 50;
/** Made-up names can be asked for faster than a store answers that they do not exist. */
const MAX_QUESTIONS = 500;

type Bucket = Pick<PictureBucket, 'read'>;

/**
 * Pictures of a bucket, of which this machine keeps those that were asked for last: a hall full of
 * voters costs the store one request per picture, and its outage is seen by few of them.
 */
export class LocalCopies {
  readonly #bucket: Bucket;
  readonly #cache: ImageCache;
  readonly #limit = pLimit(MAX_READS);
  /** Put to the store, or waiting for their turn. */
  #questions = 0;
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
    const picture = await this.#ask(name);
    if (picture) await this.#cache.write(name, picture);
    return picture;
  }

  async #ask(name: string): Promise<Buffer | null> {
    if (this.#questions === MAX_QUESTIONS) throw new S3Error('too many questions at once');
    this.#questions++;
    try {
      return await this.#limit(() => this.#bucket.read(name));
    } finally {
      this.#questions--;
    }
  }
}
