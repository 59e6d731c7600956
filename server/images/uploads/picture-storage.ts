import { randomBytes } from 'node:crypto';

export interface StoredPicture {
  name: string;
  storedAt: Date;
}

/** Storage of uploaded and rendered pictures. The content of a name never changes. */
export interface PictureStorage {
  /** Stores the picture completely or not at all; repeating it changes nothing. */
  save(name: string, picture: Buffer): Promise<void>;
  /** @returns null when there is no picture of this name */
  read(name: string): Promise<Buffer | null>;
  /** Lists all uploaded or rendered pictures, and no other files. */
  list(): Promise<StoredPicture[]>;
  remove(name: string): Promise<void>;
}

/** Returns a unique name that cannot be guessed. */
export const newPictureName = (): string => `${randomBytes(16).toString('hex')}.webp`;

export const isPictureName = (text: string): boolean => /^[0-9a-f]{32}\.webp$/.test(text);

/** True for the name of a rendered picture, which is a hash of what it shows. */
export const isRenderedName = (text: string): boolean => /^[0-9a-f]{32}\.(jpg|pdf)$/.test(text);

/** True for our names; no other files are ever listed or removed. */
export const isOurName = (text: string): boolean => isPictureName(text) || isRenderedName(text);
