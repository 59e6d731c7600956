import { newPictureName, type PicturePlace } from './picture-place';

/**
 * Tries every operation on a storage once, and leaves nothing behind.
 * @throws S3Error, or an error of the file system
 */
export async function probePlace(place: PicturePlace): Promise<void> {
  const name = newPictureName();
  try {
    await place.keep(name, Buffer.from('not a picture'));
    await place.list();
  } finally {
    await place.remove(name);
  }
}
