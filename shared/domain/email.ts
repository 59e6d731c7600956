/** Pattern of an e-mail address: zod's, for client and server. */
export const EMAIL = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export const MAX_EMAIL_LENGTH = 254;

/** Returns the trimmed address; null when it is not a valid address. */
export function completeEmail(text: string): string | null {
  const address = text.trim();
  return EMAIL.test(address) && address.length <= MAX_EMAIL_LENGTH ? address : null;
}
