import { randomBytes } from 'node:crypto';

export interface KeptPicture {
  name: string;
  keptAt: Date;
}

/** Where uploaded pictures are kept, and what we draw. What is kept under a name never changes. */
export interface PicturePlace {
  /** All of the picture or nothing; the same once more changes nothing. */
  keep(name: string, picture: Buffer): Promise<void>;
  /** @returns null when there is none of this name */
  read(name: string): Promise<Buffer | null>;
  /** All that were uploaded or drawn, and nothing that came there another way. */
  list(): Promise<KeptPicture[]>;
  remove(name: string): Promise<void>;
}

/** A unique name that cannot be guessed. */
export const newPictureName = (): string => `${randomBytes(16).toString('hex')}.webp`;

export const isPictureName = (text: string): boolean => /^[0-9a-f]{32}\.webp$/.test(text);

/** Named after what it shows. */
export const isDrawnName = (text: string): boolean => /^[0-9a-f]{32}\.(jpg|pdf)$/.test(text);

/** Nothing else is ever listed or removed. */
export const isOurName = (text: string): boolean => isPictureName(text) || isDrawnName(text);
