import {
  BlobReader,
  configure,
  ERR_ENCRYPTED,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import {
  isPhotoName,
  MAX_FILES,
  MAX_PHOTO_BYTES,
  MAX_PHOTOS,
  type PhotoFile,
  UnusableDrop,
  UnusablePhoto,
} from './photo-files';

/** Written by browsers and Drive in parts of 2 GB; larger ones are more than photographs. */
const MAX_ZIP_BYTES = 4 * 1024 * 1024 * 1024;

// The library's worker is made from text, which our content security policy refuses.
configure({ useWebWorkers: false });

/**
 * Lists the photographs in a zip. Only its directory is read, from the end of the file: each
 * photograph follows when it is used, so that a large zip never has to fit into memory. Nothing is
 * written anywhere, and of a path only the name is used.
 * @throws UnusableDrop
 */
export async function photosInZip(file: File): Promise<PhotoFile[]> {
  // Missing in Firefox before 102.
  if (typeof TransformStream === 'undefined') throw new UnusableDrop('zipUnsupported');
  if (file.size > MAX_ZIP_BYTES) throw new UnusableDrop('zipTooLarge');
  const photos: FileEntry[] = [];
  let count = 0;
  try {
    // Names that lead out of a folder do no harm here, and slips of other programs neither.
    const reader = new ZipReader(new BlobReader(file), { strictness: 'tolerant' });
    for await (const entry of reader.getEntriesGenerator()) {
      count += 1;
      if (count > MAX_FILES) throw new UnusableDrop('tooMany');
      if (!entry.directory && isPhotoName(entry.filename)) photos.push(entry);
      if (photos.length > MAX_PHOTOS) throw new UnusableDrop('tooMany');
    }
  } catch (error) {
    if (error instanceof UnusableDrop) throw error;
    throw new UnusableDrop(
      error instanceof Error && error.message === ERR_ENCRYPTED ? 'encryptedZip' : 'notAZip',
    );
  }
  if (photos.length > 0 && photos.every(({ encrypted }) => encrypted)) {
    throw new UnusableDrop('encryptedZip');
  }
  return photos.map((entry) => ({ name: entry.filename, read: () => unpacked(entry) }));
}

/** The declared size may be wrong, so the bytes are counted as they are unpacked. */
async function unpacked(entry: FileEntry): Promise<Blob> {
  if (entry.encrypted) throw new UnusablePhoto('encrypted');
  if (entry.uncompressedSize > MAX_PHOTO_BYTES) throw new UnusablePhoto('tooLarge');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const collecting = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(part) {
      size += part.length;
      if (size > MAX_PHOTO_BYTES) throw new UnusablePhoto('tooLarge');
      parts.push(part);
    },
  });
  try {
    await entry.getData(collecting, { checkSignature: true });
  } catch {
    throw new UnusablePhoto(size > MAX_PHOTO_BYTES ? 'tooLarge' : 'unreadable');
  }
  return new Blob(parts);
}
