/** `237` and nine digits: the form in which a number is parsed on arrival, stored and sent on. */
export type Msisdn = `237${string}`;

const DIGIT_ZEROS = [0x30, 0x660, 0x6f0, 0xff10]; // ASCII, Arabic, Persian, full-width

const toAsciiDigit = (char: string): string => {
  const code = char.codePointAt(0) ?? 0;
  const zero = DIGIT_ZEROS.find((start) => code >= start && code <= start + 9);
  return zero === undefined ? '' : String(code - zero);
};

/** Removes everything but digits, and converts digits of other scripts to ASCII. */
export const digitsOf = (text: string): string => Array.from(text, toAsciiDigit).join('');

/** Characters that are neither supported digits nor mere separators or invisible characters. */
const MEANINGFUL: [RegExp, string][] = [
  [/[+\uff0b]/, '+'],
  [/\p{L}/u, 'x'], // Allowed before and after a number, never inside
  [/\p{N}/u, '?'], // An unsupported digit makes any number doubtful
];

/**
 * Reduces a text to what `WHOLE` matches: ASCII digits, the signs of `MEANINGFUL`, and nothing
 * else.
 */
const compacted = (text: string): string =>
  Array.from(
    text,
    (char) => toAsciiDigit(char) || (MEANINGFUL.find(([kind]) => kind.test(char))?.[1] ?? ''),
  ).join('');

/**
 * Country code, possibly entered twice, and the customary 0; then the nine digits of a possible
 * Cameroonian wallet. A plus or 00 before anything else means another country.
 */
const WHOLE = /^x*(?:(?:\+|00)?237){0,2}0?(6\d{8})x*$/;
/** The same prefix of a number that is still being typed: before a 6 it can be nothing else. */
const TYPED_PREFIX = /^(?:(?:00)?237){0,2}0?(?=6)/;

/**
 * Parses a number as a whole or not at all: two numbers, an extra digit or another country's number
 * give null, never a part of the text.
 * @returns the nine national digits, or null if the text is not exactly one number that can be a
 *   Cameroonian wallet
 */
export const normalizePhone = (text: string): string | null =>
  WHOLE.exec(compacted(text))?.[1] ?? null;

/** @param typed a number that may still be incomplete */
export const nationalDigits = (typed: string): string => digitsOf(typed).replace(TYPED_PREFIX, '');

/** @param national nine digits */
export const toMsisdn = (national: string): Msisdn => `237${national}`;

/** The nine national digits. */
export const nationalOf = (phone: Msisdn): string => phone.slice('237'.length);

/** @returns null if it can never be a Cameroonian wallet */
export function parsePhone(text: string): Msisdn | null {
  const national = normalizePhone(text);
  return national === null ? null : toMsisdn(national);
}

/** Mobile operators whose wallets we can collect from. */
export type WalletOperator = 'mtn' | 'orange';
export type MobileOperator = WalletOperator | 'other' | 'unknown';

export const isWalletOperator = (operator: MobileOperator): operator is WalletOperator =>
  operator === 'mtn' || operator === 'orange';

/**
 * Guesses the mobile operator from the prefix. Only a hint to show, never a reason to refuse:
 * published tables disagree.
 */
export function operatorOf(national: string): MobileOperator {
  if (/^6(5[0-4]|7\d|8[0-3])/.test(national)) return 'mtn';
  if (/^6(40|5[5-9]|8[67]|9\d)/.test(national)) return 'orange';
  if (/^6(2|6)\d/.test(national)) return 'other';
  return 'unknown';
}
