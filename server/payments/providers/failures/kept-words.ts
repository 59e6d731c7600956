import { KEPT_WORDS_MAX_LENGTH } from '#shared/domain/payment';
import { VOCABULARY } from './vocabulary';

/** Texts are read up to here, in characters. */
const MAX_READ_LENGTH = 2_000;
/** Stands for everything that is not kept. */
const LEFT_OUT = '…';

/** A tag of HTML, an address, a run of letters and digits, or any other character. */
const PIECE = /<[^<>]*>|[^\s"'<>]+@[^\s"'<>]+|[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]/gu;
const KEPT_SIGN = /[ .,:;!?()[\]'/|_-]/;

/**
 * A number that an operator's text begins with, as its code: `60019 :: …`, or `[27] …`. Any other
 * number may be an amount, a phone number or what the payer has typed.
 */
const CODE = /^\s*(?:\d{3,6}(?=\s*(?:[:|-]|$))|\[\d{2,6}(?=\]))(?!.*\p{N})/su;

/**
 * Reduces an operator's text to its known words, its signs and its error code. Whatever else it
 * contains, such as a name, a number or an address, becomes "…", so that it can be stored and
 * shown.
 * @returns null when there is no text
 */
export function keptWords(text: string | null): string | null {
  if (text === null) return null;
  const read = text.slice(0, MAX_READ_LENGTH).normalize('NFC');
  const codeEnd = CODE.exec(read)?.[0].length ?? 0;
  const kept = [...read.matchAll(PIECE)].map(({ 0: piece, index }) =>
    index < codeEnd ? piece : keptPiece(piece),
  );
  const joined = kept
    .join('')
    .replace(/\s+/g, ' ')
    // Several in a row say no more than one.
    .replace(/…(?:[ .,:;'/|_-]*…)+/g, LEFT_OUT)
    .trim();
  return joined.slice(0, KEPT_WORDS_MAX_LENGTH).trim() || null;
}

function keptPiece(piece: string): string {
  if (/^[\p{L}\p{M}]+$/u.test(piece)) return keptLetters(piece);
  if (/[\p{L}\p{N}]/u.test(piece)) return LEFT_OUT;
  if (piece === '’') return "'";
  return KEPT_SIGN.test(piece) ? piece : ' ';
}

/** Words in one, such as `PayerNotFound`, are looked up one by one. */
const keptLetters = (letters: string): string =>
  letters
    .split(/(?<=\p{Ll}\p{M}*)(?=\p{Lu})/u)
    .map((word) => (isKnown(word) ? word : LEFT_OUT))
    .join('');

const isKnown = (word: string): boolean =>
  VOCABULARY.has(
    word
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/œ/gi, 'oe')
      .toLowerCase(),
  );
