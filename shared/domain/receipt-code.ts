/**
 * Crockford's base 32: no I, L, O or U, so that a code is understood when read out over loud music.
 */
export const RECEIPT_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const RECEIPT_CODE_LENGTH = 10;

const RECEIPT_CODE = new RegExp(`^[${RECEIPT_ALPHABET}]{${RECEIPT_CODE_LENGTH}}$`);

/**
 * Parses a code in people's notation (`#`, spaces, lower case, O for 0); null when it is invalid.
 */
export function normalizeReceiptCode(text: string): string | null {
  const code = text
    .replace(/[#\s-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return RECEIPT_CODE.test(code) ? code : null;
}
