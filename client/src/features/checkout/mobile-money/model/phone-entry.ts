import { digitsOf, nationalDigits, normalizePhone } from '#shared/domain/phone';

export const PHONE_LENGTH = 9;
/** Most digits that the field holds: surplus digits stay visible until corrected. */
const MAX_DIGITS = 12;

export interface PhoneEdit {
  /** National digits; more than nine when one too many was typed. */
  digits: string;
  /** Position of the next digit. */
  caret: number;
}

/**
 * Returns how many characters were inserted before the caret; all of them unless the text is an
 * edit of the previous one.
 */
function insertedLength(before: string, text: string, caret: number): number {
  const after = text.slice(caret);
  if (!before.endsWith(after)) return text.length;
  const most = Math.min(caret, before.length - after.length);
  let start = 0;
  while (start < most && text[start] === before[start]) start += 1;
  return Array.from(text.slice(start, caret)).length;
}

/**
 * Converts the content of the input after an edit to national digits, and keeps the caret at the
 * same digit. While there is space, a typed digit is inserted; in a complete number it replaces the
 * one after it. Text inserted at once (pasted, dropped, dictated, autofilled) must form one
 * complete number.
 * @param before the digits that the input held
 * @returns null when it does not: a part of it could be the number of someone else
 */
export function editPhone(before: string, text: string, caretInText: number): PhoneEdit | null {
  if (insertedLength(before, text, caretInText) > 1) {
    const number = normalizePhone(text);
    return number === null ? null : { digits: number, caret: PHONE_LENGTH };
  }
  const digits = nationalDigits(text);
  const dropped = digitsOf(text).length - digits.length;
  const caret = Math.max(0, digitsOf(text.slice(0, caretInText)).length - dropped);
  if (digits.length > MAX_DIGITS) return { digits: before, caret: caret - 1 };
  const isReplacing = before.length === PHONE_LENGTH && caret <= PHONE_LENGTH;
  const next = isReplacing && digits.length > PHONE_LENGTH ? caret + 1 : caret;
  return { digits: digits.slice(0, caret) + digits.slice(next), caret };
}

/** Returns the box under a pointer as the caret position: never beyond the first empty box. */
export const caretAt = (shareOfWidth: number, digits: string): number =>
  Math.min(
    Math.max(0, Math.floor(shareOfWidth * Math.max(PHONE_LENGTH, digits.length))),
    digits.length,
  );
