import pLimit from 'p-limit';
import type { ImageCache } from '../image-cache';
import type { S3Bucket } from './s3-bucket';
import { S3Error } from './s3-error';

/** Concurrent reads: each holds a picture in memory and a connection to the store. */
const MAX_READS = 50;
/** Further requests are rejected: a client can invent names faster than the store responds. */
const MAX_REQUESTS = 500;

type Bucket = Pick<S3Bucket, 'read'>;

/**
 * Pictures of a bucket, with the latest ones cached on this machine's disk, so that many voters
 * cost the store one request per picture, and few of them notice its outage.
 */
export class LocalCopies {
  readonly #bucket: Bucket;
  readonly #cache: ImageCache;
  readonly #limit = pLimit(MAX_READS);
  /** Sent to the store, or waiting. */
  #requests = 0;
  readonly #loading = new Map<string, Promise<Buffer | null>>();

  constructor(bucket: Bucket, cache: ImageCache) {
    this.#bucket = bucket;
    this.#cache = cache;
  }

  /**
   * Concurrent requests for a name share one read.
   * @returns null when there is no picture of this name
   * @throws S3Error 503, also when too many are waiting for the store
   */
  get(name: string): Promise<Buffer | null> {
    const loading = this.#loading.get(name);
    if (loading) return loading;
    const started = this.#load(name).finally(() => this.#loading.delete(name));
    this.#loading.set(name, started);
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
