import { AppError, invalid } from '#server/errors';
import type { Logger } from '#server/platform/logger';
import { ImageError } from '../image-error';
import { toOwnImage } from '../web-image';
import { newPictureName, type PictureStorage } from './picture-storage';
import { S3Error } from './s3-error';

/** Converts pictures uploaded by administrators for the web, and stores them. */
export class UploadStore {
  readonly #storage: PictureStorage;
  readonly #logger: Logger;

  constructor(storage: PictureStorage, logger: Logger) {
    this.#storage = storage;
    this.#logger = logger;
  }

  /**
   * @returns its address on this site
   * @throws AppError 400 `not-an-image`, `heic-image` or `image-too-large`
   * @throws TooManyImages when too many are waiting
   * @throws S3Error 503
   * @throws AppError 503 `not-stored` when the folder does not accept it
   */
  async store(bytes: Buffer): Promise<string> {
    const picture = await readable(bytes);
    const name = newPictureName();
    try {
      await this.#storage.save(name, picture);
    } catch (err) {
      if (err instanceof S3Error) throw err;
      this.#logger.error({ err, alarm: 'uploads' }, 'an uploaded picture could not be stored');
      throw new AppError(503, 'not-stored', 'The server cannot store pictures at the moment');
    }
    return `/uploads/${name}`;
  }
}

async function readable(bytes: Buffer): Promise<Buffer> {
  try {
    return await toOwnImage(bytes);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    // Here the request itself is invalid, not a picture on another host.
    const message =
      error.code === 'not-an-image' ? 'The file is damaged, or is not a picture' : error.message;
    throw invalid('This picture cannot be used', [{ path: '', message }], error.code);
  }
}
