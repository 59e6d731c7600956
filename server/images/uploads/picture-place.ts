import { randomBytes } from 'node:crypto';

export interface KeptPicture {
  name: string;
  keptAt: Date;
}

/** Where uploaded pictures are kept. What is kept under a name never changes. */
export interface PicturePlace {
  /** All of the picture or nothing; the same once more changes nothing. */
  keep(name: string, picture: Buffer): Promise<void>;
  /** @returns null when there is none of this name */
  read(name: string): Promise<Buffer | null>;
  /** All that were uploaded, and nothing that came there another way. */
  list(): Promise<KeptPicture[]>;
  remove(name: string): Promise<void>;
}

/** A unique name that cannot be guessed. */
export const newPictureName = (): string => `${randomBytes(16).toString('hex')}.webp`;

/** Only what looks like a name of ours is ever looked for, listed or removed. */
export const isPictureName = (text: string): boolean => /^[0-9a-f]{32}\.webp$/.test(text);
