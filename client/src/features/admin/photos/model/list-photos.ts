import {
  isPhotoName,
  MAX_FILES,
  MAX_PHOTO_BYTES,
  MAX_PHOTOS,
  type PhotoFile,
  UnusableDrop,
  UnusablePhoto,
} from './photo-files';

/** How deep folders may be in folders. */
const MAX_DEPTH = 8;

const isZip = ({ name, type }: File): boolean =>
  /\.zip$/i.test(name) || type === 'application/zip' || type === 'application/x-zip-compressed';

/** True for files that belong here, and not to the import of a table. */
export const isPhotoOrZip = (file: File): boolean =>
  isZip(file) || isPhotoName(file.name) || file.type.startsWith('image/');

/**
 * Returns the photographs among files, folders and zips; other files are passed over.
 * @throws UnusableDrop
 */
export async function photosIn(files: readonly File[]): Promise<PhotoFile[]> {
  const photos: PhotoFile[] = [];
  for (const file of files) {
    if (isZip(file)) photos.push(...(await (await import('./zip')).photosInZip(file)));
    else if (isPhotoName(file.name) || file.type.startsWith('image/')) photos.push(ofDisk(file));
    if (photos.length > MAX_PHOTOS) throw new UnusableDrop('tooMany');
  }
  if (photos.length === 0) throw new UnusableDrop('noPhotos');
  return photos;
}

const ofDisk = (file: File): PhotoFile => ({
  name: file.name,
  async read() {
    if (file.size > MAX_PHOTO_BYTES) throw new UnusablePhoto('tooLarge');
    return file;
  },
});

/**
 * Returns all dropped files, with those in folders. Must be called during the event: afterwards the
 * browser has forgotten what was dropped.
 * @throws UnusableDrop
 */
export function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  const files = [...transfer.files];
  return entries.some(({ isDirectory }) => isDirectory) ? filesIn(entries) : Promise.resolve(files);
}

async function filesIn(entries: readonly FileSystemEntry[], depth = 0): Promise<File[]> {
  const files: File[] = [];
  for (const entry of entries) {
    if (isFile(entry)) files.push(await new Promise<File>((...done) => entry.file(...done)));
    else if (isFolder(entry) && depth < MAX_DEPTH && entry.name !== '__MACOSX') {
      files.push(...(await filesIn(await entriesOf(entry), depth + 1)));
    }
    if (files.length > MAX_FILES) throw new UnusableDrop('tooMany');
  }
  return files;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** A browser returns the entries of a folder in portions, the last of which is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((...done) => reader.readEntries(...done));
    if (portion.length === 0) return entries;
    entries.push(...portion);
    if (entries.length > MAX_FILES) throw new UnusableDrop('tooMany');
  }
}
