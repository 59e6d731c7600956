import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 8;

/** Such as `ll7J2fl4`. */
export function newTransId(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

export const isTransId = (text: string): boolean => /^[a-zA-Z0-9]{8,10}$/.test(text);

/** What the merchant may put into `userId` and `externalId`. */
export const isMerchantId = (text: string): boolean => /^[a-zA-Z0-9_-]{1,100}$/.test(text);
