import { digitsOf, nationalDigits } from '#shared/domain/phone';

export const PHONE_LENGTH = 9;

export interface PhoneEdit {
  /** At most nine national digits. */
  digits: string;
  /** Where the next digit goes, 0–9. */
  caret: number;
}

/**
 * A mobile number starts with 6, so what stands before a 6 and looks like a country code or the
 * habitual 0 is one, even while the rest is still being typed.
 */
const withoutPrefix = (text: string): string =>
  nationalDigits(text).replace(/^(?:(?:00)?237|0)(?=6)/, '');

/**
 * Turns what an input holds after an edit into national digits, and keeps the caret at the same
 * digit. With room left a digit is inserted; in a full number it replaces the one after it.
 */
export function editPhone(text: string, caretInText: number): PhoneEdit {
  const digits = withoutPrefix(text);
  const dropped = digitsOf(text).length - digits.length;
  const caret = Math.max(0, digitsOf(text.slice(0, caretInText)).length - dropped);
  const excess = Math.max(0, digits.length - PHONE_LENGTH);
  const fitting = digits.slice(0, caret) + digits.slice(caret + excess);
  return { digits: fitting.slice(0, PHONE_LENGTH), caret: Math.min(caret, PHONE_LENGTH) };
}

/** A whole number in pasted text, which takes the place of everything; null for a part of one. */
export function wholeNumberIn(pasted: string): string | null {
  const digits = withoutPrefix(pasted);
  return digits.length >= PHONE_LENGTH ? digits.slice(0, PHONE_LENGTH) : null;
}

/** The box under a pointer, as the caret's place: never beyond the first empty box. */
export const caretAt = (shareOfWidth: number, digits: string): number =>
  Math.min(Math.max(0, Math.floor(shareOfWidth * PHONE_LENGTH)), digits.length);
