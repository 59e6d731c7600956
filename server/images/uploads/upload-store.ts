import { invalid } from '#server/errors';
import { ImageError } from '../image-error';
import { toOwnImage } from '../web-image';
import { newPictureName, type PictureStorage } from './picture-storage';

/** Converts pictures uploaded by administrators for the web, and stores them. */
export class UploadStore {
  readonly #storage: PictureStorage;

  constructor(storage: PictureStorage) {
    this.#storage = storage;
  }

  /**
   * @returns its address on this site
   * @throws AppError 400 `not-an-image`, `heic-image` or `image-too-large`
   * @throws TooManyImages when too many are waiting
   * @throws S3Error 503
   */
  async store(bytes: Buffer): Promise<string> {
    const picture = await readable(bytes);
    const name = newPictureName();
    await this.#storage.save(name, picture);
    return `/uploads/${name}`;
  }
}

async function readable(bytes: Buffer): Promise<Buffer> {
  try {
    return await toOwnImage(bytes);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    // Here the request itself is invalid, not a picture on another host.
    throw invalid(
      'This picture cannot be used',
      [{ path: '', message: error.message }],
      error.code,
    );
  }
}
