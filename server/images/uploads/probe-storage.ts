import { newPictureName, type PictureStorage } from './picture-storage';

/**
 * Tries every operation on a storage once, and leaves nothing behind.
 * @throws S3Error, or an error of the file system
 */
export async function probeStorage(storage: PictureStorage): Promise<void> {
  const name = newPictureName();
  try {
    await storage.save(name, Buffer.from('not a picture'));
    await storage.list();
  } finally {
    await storage.remove(name);
  }
}
