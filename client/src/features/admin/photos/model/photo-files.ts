import { baseName } from './match-photos';

/** A photograph among dropped files, read when its turn comes. */
export interface PhotoFile {
  name: string;
  /** @throws UnusablePhoto */
  read(): Promise<Blob>;
}

/** Why a photograph cannot be used. */
export type PhotoProblem =
  | 'tooLarge'
  | 'notAnImage'
  | 'heic'
  | 'encrypted'
  | 'unreadable'
  | 'notStored'
  | 'gone'
  | 'changed'
  | 'refused';

export class UnusablePhoto extends Error {
  readonly problem: PhotoProblem;

  constructor(problem: PhotoProblem) {
    super(`the photograph cannot be used: ${problem}`);
    this.name = 'UnusablePhoto';
    this.problem = problem;
  }
}

/** Why none of the dropped files can be used. */
export type DropProblem =
  | 'noPhotos'
  | 'tooMany'
  | 'notAZip'
  | 'encryptedZip'
  | 'zipTooLarge'
  | 'zipUnsupported';

export class UnusableDrop extends Error {
  readonly problem: DropProblem;

  constructor(problem: DropProblem) {
    super(`the files cannot be used: ${problem}`);
    this.name = 'UnusableDrop';
    this.problem = problem;
  }
}

/** Most photographs at once: the reduced ones stay in memory until they are saved. */
export const MAX_PHOTOS = 500;
/** Most files in a folder or a zip, photographs or not. */
export const MAX_FILES = 5_000;
/** Larger than any photograph of a phone. */
export const MAX_PHOTO_BYTES = 50 * 1024 * 1024;

const PICTURE = /\.(?:jpe?g|jfif|png|webp|gif|avif|hei[cf]|bmp|tiff?)$/i;

/** True for a photograph, and not what operating systems put beside it. */
export function isPhotoName(path: string): boolean {
  const name = baseName(path);
  return PICTURE.test(name) && !name.startsWith('.') && !/(?:^|[/\\])__MACOSX[/\\]/.test(path);
}
