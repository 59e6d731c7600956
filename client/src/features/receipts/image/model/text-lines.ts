/** How wide a text is drawn, in pixels. */
export type Measure = (text: string) => number;

const ELLIPSIS = '…';

/** Only ordinary spaces: the narrow and no-break ones of French typography hold words together. */
const wordsOf = (text: string): string[] => text.split(/[ \t\n]+/).filter(Boolean);

/** Pieces of a word that is wider than a line by itself; cut between characters as readers count. */
function pieces(word: string, maxWidth: number, measure: Measure): string[] {
  if (measure(word) <= maxWidth) return [word];
  const cut: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece && measure(piece + character) > maxWidth) {
      cut.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...cut, piece];
}

function shortened(line: string, maxWidth: number, measure: Measure): string {
  const characters = Array.from(line);
  while (characters.length > 0 && measure(characters.join('') + ELLIPSIS) > maxWidth) {
    characters.pop();
  }
  return characters.join('').trimEnd() + ELLIPSIS;
}

/** Breaks a text into lines no wider than `maxWidth`; what does not fit ends in an ellipsis. */
export function linesOf(
  text: string,
  { maxWidth, maxLines, measure }: { maxWidth: number; maxLines: number; measure: Measure },
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(text).flatMap((whole) => pieces(whole, maxWidth, measure))) {
    const longer = line ? `${line} ${word}` : word;
    if (line && measure(longer) > maxWidth) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  if (line) lines.push(line);
  if (lines.length <= maxLines) return lines;
  const kept = lines.slice(0, maxLines - 1);
  return [...kept, shortened(lines.slice(maxLines - 1).join(' '), maxWidth, measure)];
}
