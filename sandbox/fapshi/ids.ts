import { randomText } from '#sandbox/random-text';

/** Such as `ll7J2fl4`. */
export const newTransId = (): string => randomText(8);

export const isTransId = (text: string): boolean => /^[a-zA-Z0-9]{8,10}$/.test(text);

/** Format of the merchant's `userId` and `externalId`. */
export const isMerchantId = (text: string): boolean => /^[a-zA-Z0-9_-]{1,100}$/.test(text);
