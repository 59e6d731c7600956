import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns `length` random letters and digits that cannot be guessed. */
export function randomText(length: number): string {
  let text = '';
  // 62 does not divide 256; the slight bias towards some letters is harmless here.
  for (const byte of randomBytes(length)) text += ALPHABET[byte % ALPHABET.length];
  return text;
}
