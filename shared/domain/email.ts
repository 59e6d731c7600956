/** An e-mail address as the server takes it; zod's own pattern, for both sides. */
export const EMAIL = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export const MAX_EMAIL_LENGTH = 254;

/** The address without the spaces around it; null while it is not a whole one. */
export function completeEmail(text: string): string | null {
  const address = text.trim();
  return EMAIL.test(address) && address.length <= MAX_EMAIL_LENGTH ? address : null;
}
