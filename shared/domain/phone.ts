/** `237` and nine digits: a number as it is parsed where it comes in, stored and sent on. */
export type Msisdn = `237${string}`;

const DIGIT_ZEROS = [0x30, 0x660, 0x6f0, 0xff10]; // ASCII, Arabic, Persian, full-width

const toAsciiDigit = (char: string): string => {
  const code = char.codePointAt(0) ?? 0;
  const zero = DIGIT_ZEROS.find((start) => code >= start && code <= start + 9);
  return zero === undefined ? '' : String(code - zero);
};

/** Everything but digits removed, digits of other scripts made ASCII. */
export const digitsOf = (text: string): string => Array.from(text, toAsciiDigit).join('');

/** What is not a digit that is read, and not a mere separator or invisible mark either. */
const MEANINGFUL: [RegExp, string][] = [
  [/[+\uff0b]/, '+'],
  [/\p{L}/u, 'x'], // may stand before and after a number, never inside
  [/\p{N}/u, '?'], // a digit that is not read makes any number doubtful
];

/** A text as `WHOLE` reads it: ASCII digits, the signs of `MEANINGFUL`, and nothing else. */
const compacted = (text: string): string =>
  Array.from(
    text,
    (char) => toAsciiDigit(char) || (MEANINGFUL.find(([kind]) => kind.test(char))?.[1] ?? ''),
  ).join('');

/**
 * The country code, once or filled in twice, and the habitual 0; then the nine digits of what could
 * hold a Cameroonian wallet. A plus or 00 before anything else leads to another country.
 */
const WHOLE = /^x*(?:(?:\+|00)?237){0,2}0?(6\d{8})x*$/;
/** The same beginning where a number is still being typed: before a 6 it can be nothing else. */
const TYPED_PREFIX = /^(?:(?:00)?237){0,2}0?(?=6)/;

/**
 * A number is taken whole or not at all: two numbers, a digit too many or another country's number
 * give null, never a part of what was written.
 * @returns the nine national digits, or null for what is not one number that can hold a Cameroonian wallet
 */
export const normalizePhone = (text: string): string | null =>
  WHOLE.exec(compacted(text))?.[1] ?? null;

/** @param typed a number of which digits may still be missing */
export const nationalDigits = (typed: string): string => digitsOf(typed).replace(TYPED_PREFIX, '');

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
