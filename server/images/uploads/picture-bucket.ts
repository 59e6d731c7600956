import { isPictureName, type KeptPicture, type PicturePlace } from './picture-place';
import type { S3Bucket } from './s3-bucket';
import { S3Error } from './s3-error';
import { readListing } from './s3-xml';

/** A private bucket. */
export class PictureBucket implements PicturePlace {
  readonly #bucket: S3Bucket;

  constructor(bucket: S3Bucket) {
    this.#bucket = bucket;
  }

  async keep(name: string, picture: Buffer): Promise<void> {
    const headers = { 'Content-Type': 'image/webp' };
    const answer = await this.#bucket.send({ method: 'PUT', name, headers, body: picture });
    if (answer === null) throw new S3Error('404 NoSuchKey to a PUT');
  }

  /** @returns null when there is none of this name */
  read(name: string): Promise<Buffer | null> {
    return this.#bucket.send({ method: 'GET', name });
  }

  async list(): Promise<KeptPicture[]> {
    const { prefix } = this.#bucket;
    const kept: KeptPicture[] = [];
    let next: string | null = null;
    do {
      const query: Record<string, string> = { 'list-type': '2', prefix };
      if (next !== null) query['continuation-token'] = next;
      const answer = await this.#bucket.send({ method: 'GET', query });
      const page = readListing(answer ?? Buffer.alloc(0));
      for (const { key, lastModified } of page.objects) {
        const name = key.slice(prefix.length);
        if (isPictureName(name)) kept.push({ name, keptAt: lastModified });
      }
      next = page.next;
    } while (next !== null);
    return kept;
  }

  async remove(name: string): Promise<void> {
    await this.#bucket.send({ method: 'DELETE', name });
  }
}
