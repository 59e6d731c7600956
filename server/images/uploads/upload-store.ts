import { invalid } from '#server/errors';
import { ImageError } from '../image-error';
import { toOwnImage } from '../web-image';
import { newPictureName, type PicturePlace } from './picture-place';

/** Makes the pictures that administrators send fit for the web, and keeps them. */
export class UploadStore {
  readonly #place: PicturePlace;

  constructor(place: PicturePlace) {
    this.#place = place;
  }

  /**
   * @returns its address on our own site
   * @throws AppError 400 `not-an-image`, `heic-image` or `image-too-large`
   * @throws TooManyImages when so many wait already
   * @throws S3Error 503
   */
  async store(bytes: Buffer): Promise<string> {
    const picture = await readable(bytes);
    const name = newPictureName();
    await this.#place.keep(name, picture);
    return `/uploads/${name}`;
  }
}

async function readable(bytes: Buffer): Promise<Buffer> {
  try {
    return await toOwnImage(bytes);
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
