import pLimit from 'p-limit';
import { invalid } from '../../errors';
import { ImageError } from '../image-error';
import { toUploadedImage } from '../web-image';
import { newPictureName, type PicturePlace } from './picture-place';

/** A decoded photograph can take 160 MB of memory. */
const MAX_AT_ONCE = 2;

/** Makes the pictures that administrators send fit for the web, and keeps them. */
export class UploadStore {
  readonly #place: PicturePlace;
  readonly #limit = pLimit(MAX_AT_ONCE);

  constructor(place: PicturePlace) {
    this.#place = place;
  }

  /**
   * @returns its address on our own site
   * @throws AppError 400 `not-an-image`, `heic-image` or `image-too-large`
   * @throws S3Error 503
   */
  async store(bytes: Buffer): Promise<string> {
    const picture = await this.#limit(() => readable(bytes));
    const name = newPictureName();
    await this.#place.keep(name, picture);
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
