import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { BucketSettings } from '#server/config/index';
import type { Logger } from '#server/platform/logger';
import { isOurName, type PictureStorage, type StoredPicture } from './picture-storage';
import { S3Error } from './s3-error';
import { errorCodeIn, readListing } from './s3-xml';

/**
 * Limit in ms for connecting, sending and the whole response; our pictures have some hundred
 * kilobytes.
 */
const TIMEOUT_MS = 5_000;
/** Delays before the second and third try, in ms. */
const RETRIES_MS = [200, 1_000];

/** Content type of stored files, by extension. */
const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.webp': 'image/webp',
};

/** Timeouts; tests use shorter ones. */
export interface Timeouts {
  timeoutMs?: number;
  retriesMs?: readonly number[];
}

interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Name without the prefix; absent for requests about the bucket itself. */
  name?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
}

/** Result of one try: a response, or how the connection failed. */
type Outcome = { status: number; body: Buffer } | { failure: string };

const EMPTY = Buffer.alloc(0);

/**
 * A private bucket. Requests are signed, and name the bucket in the path, because not every store
 * supports buckets as host names. All requests are safe to retry: pictures never change under their
 * names.
 */
export class S3Bucket implements PictureStorage {
  readonly #settings: BucketSettings;
  readonly #logger: Logger;
  readonly #signer: AwsClient;
  readonly #timeoutMs: number;
  readonly #retriesMs: readonly number[];

  constructor(settings: BucketSettings, logger: Logger, timeouts: Timeouts = {}) {
    const { accessKeyId, secretAccessKey, region } = settings;
    this.#settings = settings;
    this.#logger = logger;
    this.#signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
    this.#timeoutMs = timeouts.timeoutMs ?? TIMEOUT_MS;
    this.#retriesMs = timeouts.retriesMs ?? RETRIES_MS;
  }

  async save(name: string, picture: Buffer): Promise<void> {
    const headers = { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' };
    const answer = await this.#send({ method: 'PUT', name, headers, body: picture });
    if (answer === null) throw new S3Error('404 NoSuchKey to a PUT');
  }

  /** @returns null when there is no picture of this name */
  read(name: string): Promise<Buffer | null> {
    return this.#send({ method: 'GET', name });
  }

  async list(): Promise<StoredPicture[]> {
    const { prefix } = this.#settings;
    const pictures: StoredPicture[] = [];
    let next: string | null = null;
    do {
      const query: Record<string, string> = { 'list-type': '2', prefix };
      if (next !== null) query['continuation-token'] = next;
      const answer = await this.#send({ method: 'GET', query });
      const page = readListing(answer ?? EMPTY);
      for (const { key, lastModified } of page.objects) {
        const name = key.slice(prefix.length);
        if (isOurName(name)) pictures.push({ name, storedAt: lastModified });
      }
      next = page.next;
    } while (next !== null);
    return pictures;
  }

  async remove(name: string): Promise<void> {
    await this.#send({ method: 'DELETE', name });
  }

  /**
   * @returns the body of the response; null when the name does not exist
   * @throws S3Error, after logging the reason
   */
  async #send(request: S3Request): Promise<Buffer | null> {
    let outcome = await this.#try(request);
    for (const delayMs of this.#retriesMs) {
      if (!isTransient(outcome)) break;
      // Randomised, so that requests that failed together are not retried together.
      await setTimeout(delayMs * (0.5 + Math.random() / 2));
      outcome = await this.#try(request);
    }
    if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) return outcome.body;
    const reason = reasonOf(outcome);
    if (reason === '404 NoSuchKey') return null;
    const { method } = request;
    this.#logger.error({ method, reason }, 'the store of uploaded pictures cannot be used');
    throw new S3Error(reason);
  }

  async #try({
    method,
    name = '',
    query = {},
    headers,
    body = EMPTY,
  }: S3Request): Promise<Outcome> {
    const { endpoint, bucket, prefix } = this.#settings;
    const address = new URL(`${endpoint}/${bucket}${name === '' ? '' : `/${prefix}${name}`}`);
    address.search = new URLSearchParams(query).toString();
    // Signed for each try, because signatures expire.
    const signed = await this.#signer.sign(address, {
      method,
      // Without this header, a proxy in between could replace the body.
      headers: { ...headers, 'X-Amz-Content-Sha256': sha256(body) },
      ...(method === 'PUT' ? { body: new Uint8Array(body) } : {}),
    });
    try {
      const response = await fetch(signed, {
        // The signature is only for this host.
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
    } catch (error) {
      return { failure: failureOf(error) };
    }
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const isTransient = (outcome: Outcome): boolean =>
  'failure' in outcome || outcome.status === 429 || outcome.status >= 500;

const reasonOf = (outcome: Outcome): string =>
  'failure' in outcome
    ? outcome.failure
    : `${outcome.status} ${errorCodeIn(outcome.body) ?? 'without a code'}`;

function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no response in time';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'a broken connection';
}
