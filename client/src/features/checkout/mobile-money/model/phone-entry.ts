import { digitsOf, nationalDigits, normalizePhone } from '#shared/domain/phone';

export const PHONE_LENGTH = 9;
/** Digits that the field holds at most: what is too long stays in sight until it is corrected. */
const MOST_DIGITS = 12;

export interface PhoneEdit {
  /** National digits; more than nine once one too many was typed. */
  digits: string;
  /** Where the next digit goes. */
  caret: number;
}

/** How many characters came in before the caret; all of them where it is no edit of what was there. */
function insertedLength(before: string, text: string, caret: number): number {
  const after = text.slice(caret);
  if (!before.endsWith(after)) return text.length;
  const most = Math.min(caret, before.length - after.length);
  let start = 0;
  while (start < most && text[start] === before[start]) start += 1;
  return Array.from(text.slice(start, caret)).length;
}

/**
 * Turns what the input holds after an edit into national digits, and keeps the caret at the same
 * digit. With room left a typed digit is inserted; in a full number it replaces the one after it. What
 * comes in at once (pasted, dropped, dictated, filled in by the browser) must make one whole number.
 * @param before the digits that the input held
 * @returns null where it does not: a part of it could be the number of a stranger
 */
export function editPhone(before: string, text: string, caretInText: number): PhoneEdit | null {
  if (insertedLength(before, text, caretInText) > 1) {
    const number = normalizePhone(text);
    return number === null ? null : { digits: number, caret: PHONE_LENGTH };
  }
  const digits = nationalDigits(text);
  const dropped = digitsOf(text).length - digits.length;
  const caret = Math.max(0, digitsOf(text.slice(0, caretInText)).length - dropped);
  if (digits.length > MOST_DIGITS) return { digits: before, caret: caret - 1 };
  const isReplacing = before.length === PHONE_LENGTH && caret <= PHONE_LENGTH;
  const next = isReplacing && digits.length > PHONE_LENGTH ? caret + 1 : caret;
  return { digits: digits.slice(0, caret) + digits.slice(next), caret };
}

/** The box under a pointer, as the caret's place: never beyond the first empty box. */
export const caretAt = (shareOfWidth: number, digits: string): number =>
  Math.min(
    Math.max(0, Math.floor(shareOfWidth * Math.max(PHONE_LENGTH, digits.length))),
    digits.length,
  );
