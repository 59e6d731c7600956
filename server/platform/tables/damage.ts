/**
 * True for a long number that a spreadsheet has shortened, such as `1,34615E+10`: its last digits
 * are lost.
 */
export const isShortened = (text: string): boolean => /^[+-]?\d([.,]\d+)?E\+\d{1,3}$/i.test(text);

/** Pairs that UTF-8 becomes in Windows-1252 and in Mac Roman; both are rare in any language. */
const WRONG_LETTERS =
  /[ÃÂ][\u0080-\u00bf©®«»‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ€]|â€[™œ\u009d\u0080-\u00bf“”˜¢“]|√[©®†ßâ™]/u;
const ENTITY =
  /&(#\d{2,5}|#x[\da-f]{2,5}|amp|quot|apos|nbsp|lt|gt|rsquo|[a-z]{1,2}(acute|grave|circ|uml|cedil|tilde|elig));/i;

/**
 * True for letters of another encoding, such as `ZoÃ©`, and for those of a web page, such as
 * `&eacute;`.
 */
export const hasWrongLetters = (text: string): boolean =>
  WRONG_LETTERS.test(text) || ENTITY.test(text);

/** Returns what the text probably was; null when that cannot be told. */
export function repairedLetters(text: string): string | null {
  const bytes = windows1252Bytes(text);
  const decoded = bytes && decodeUtf8(bytes);
  const repaired = (decoded ?? text).replace(
    /&(amp|quot|apos|nbsp|rsquo|lt|gt);/gi,
    (_, name: string) => {
      return (
        { amp: '&', quot: '"', apos: "'", nbsp: ' ', rsquo: '’', lt: '<', gt: '>' }[
          name.toLowerCase()
        ] ?? _
      );
    },
  );
  return repaired === text || hasWrongLetters(repaired) ? null : repaired;
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const ABOVE_LATIN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** @returns null for a text that Windows-1252 cannot write */
function windows1252Bytes(text: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const letter of text) {
    const at = ABOVE_LATIN.indexOf(letter);
    const code = at >= 0 ? 0x80 + at : letter.charCodeAt(0);
    if (code > 0xff || letter.length > 1) return null;
    bytes.push(code);
  }
  return Uint8Array.from(bytes);
}
