/** `237` and nine digits: a number as it is parsed where it comes in, stored and sent on. */
export type Msisdn = `237${string}`;

/** The nine national digits of what could hold a Cameroonian wallet. */
const NATIONAL = /^6\d{8}$/;

const DIGIT_ZEROS = [0x30, 0x660, 0x6f0, 0xff10]; // ASCII, Arabic, Persian, full-width

const toAsciiDigit = (char: string): string => {
  const code = char.codePointAt(0) ?? 0;
  const zero = DIGIT_ZEROS.find((start) => code >= start && code <= start + 9);
  return zero === undefined ? '' : String(code - zero);
};

/** Everything but digits removed, digits of other scripts made ASCII. */
export const digitsOf = (text: string): string => Array.from(text, toAsciiDigit).join('');

/** Drops the country code or the habitual leading 0, only where the length proves it is one. */
export function nationalDigits(text: string): string {
  const digits = digitsOf(text);
  if (digits.startsWith('00237') && digits.length === 14) return digits.slice(5);
  if (digits.startsWith('237') && digits.length === 12) return digits.slice(3);
  if (digits.startsWith('0') && digits.length === 10) return digits.slice(1);
  return digits;
}

/** @returns the nine national digits, or null for what can never be a Cameroonian wallet */
export function normalizePhone(text: string): string | null {
  const national = nationalDigits(text);
  return NATIONAL.test(national) ? national : null;
}

/** @param national nine digits */
export const toMsisdn = (national: string): Msisdn => `237${national}`;

/** The nine national digits. */
export const nationalOf = (phone: Msisdn): string => phone.slice('237'.length);

/** @returns null for what can never be a Cameroonian wallet */
export function parsePhone(text: string): Msisdn | null {
  const national = normalizePhone(text);
  return national === null ? null : toMsisdn(national);
}

/** Whose wallets hold mobile money that can be collected. */
export type WalletOperator = 'mtn' | 'orange';
export type MobileOperator = WalletOperator | 'other' | 'unknown';

/** What the prefix suggests. A hint to show, never a reason to refuse: published tables disagree. */
export function operatorOf(national: string): MobileOperator {
  if (/^6(5[0-4]|7\d|8[0-3])/.test(national)) return 'mtn';
  if (/^6(40|5[5-9]|8[67]|9\d)/.test(national)) return 'orange';
  if (/^6(2|6)\d/.test(national)) return 'other';
  return 'unknown';
}
