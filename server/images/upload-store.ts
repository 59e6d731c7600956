import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invalid } from '../errors';
import { ConcurrencyLimit } from './concurrency-limit';
import { ImageError } from './image-error';
import { toUploadedImage } from './web-image';

/** A decoded photograph can take 160 MB of memory. */
const MAX_AT_ONCE = 2;

/** Keeps pictures that administrators send, in the folder that `/uploads` serves. */
export class UploadStore {
  readonly #directory: string;
  readonly #limit = new ConcurrencyLimit(MAX_AT_ONCE);

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Stores the picture, made fit for the web, under a name that nothing else ever has.
   * @returns its address on our own site
   * @throws AppError 400 `not-an-image` or `image-too-large`
   */
  async store(bytes: Buffer): Promise<string> {
    const image = await this.#limit.run(() => readable(bytes));
    const name = `${randomBytes(16).toString('hex')}.webp`;
    const path = join(this.#directory, name);
    await mkdir(this.#directory, { recursive: true });
    // Names with a dot in front are not served, so nobody is ever given half a picture to keep.
    const unfinished = join(this.#directory, `.${name}`);
    await writeFile(unfinished, image, { flag: 'wx' });
    await rename(unfinished, path);
    return `/uploads/${name}`;
  }
}

async function readable(bytes: Buffer): Promise<Buffer> {
  try {
    return await toUploadedImage(bytes);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    // Here it is the request itself that is at fault, not a picture somewhere else.
    throw invalid(
      'This picture cannot be used',
      [{ path: '', message: error.message }],
      error.code,
    );
  }
}
