import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { decompress } from './sfnt';

const require = createRequire(import.meta.url);

export type Weight = 400 | 700;

/** A bundled font; fonts installed on the machine are not used. */
export interface Face {
  name: string;
  font: Font;
  /** The whole file, for documents that embed their fonts. */
  file: Buffer;
}

/** Part of a text drawn with one face; null where none has its letters. */
export interface Run {
  face: Face | null;
  text: string;
}

const bricolage = (subset: string) => (weight: Weight) =>
  `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-${weight}-normal.woff`;

/** The site's typeface. */
const OWN = [
  bricolage('latin'),
  bricolage('latin-ext'),
  (weight: Weight) =>
    `@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff`,
];
/**
 * All of Latin in one file, so that tone marks combine with their letters, with Greek and Cyrillic.
 */
const PLAIN = (weight: Weight) =>
  `@expo-google-fonts/noto-sans/${weight === 400 ? '400Regular/NotoSans_400Regular' : '700Bold/NotoSans_700Bold'}.ttf`;
/** The subsets into which Google splits it. */
const EMOJI = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'emoji'].map(
  (slice) => (weight: Weight) =>
    `@fontsource/noto-emoji/files/noto-emoji-${slice}-${weight}-normal.woff`,
);
/** Plain shapes for every script of the basic plane, in one weight. */
const REST = () => '@fontsource/unifont/files/unifont-latin-400-normal.woff';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Splits into letters as readers count them: with their tone marks, and an emoji as one. */
export const lettersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Invisible characters: joiners, direction marks, and variation selectors. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu;

/** The faces of one weight, each opened on first use. */
export class Faces {
  readonly #create: typeof import('fontkit').create;
  readonly #weight: Weight;
  readonly #opened = new Map<string, Face>();

  constructor(create: typeof import('fontkit').create, weight: Weight) {
    this.#create = create;
    this.#weight = weight;
  }

  /**
   * Splits a text into runs of one face each. A word uses one typeface: Noto Sans if the site's own
   * font lacks one of its letters.
   */
  runsOf(text: string): Run[] {
    const runs: Run[] = [];
    for (const word of text.normalize('NFC').split(/(?<=\s)/)) {
      for (const run of this.#runsOfWord(word)) {
        const last = runs.at(-1);
        if (last && last.face === run.face) last.text += run.text;
        else runs.push(run);
      }
    }
    return runs;
  }

  /** Returns the letters for which there is no face: they are drawn as a placeholder. */
  missingIn(text: string): string[] {
    const missing = this.runsOf(text).filter(({ face }) => face === null);
    return [...new Set(missing.flatMap((run) => lettersOf(run.text)))];
  }

  #runsOfWord(word: string): Run[] {
    const letters = lettersOf(word);
    const ownFaces = OWN.map((file) => this.#open(file));
    const lacking = letters.filter((letter) => !faceWith(ownFaces, letter));
    if (lacking.length === 0) {
      // A digit or a mark among Arabic letters is drawn in the same face.
      let last: Face | null = null;
      return letters.map((text) => {
        last = last && has(last, text) ? last : faceWith(ownFaces, text);
        return { face: last, text };
      });
    }
    const plain = this.#open(PLAIN);
    const first = lacking.some((letter) => faceWith([plain], letter))
      ? [plain, ...ownFaces]
      : [...ownFaces, plain];
    return letters.flatMap((letter) => this.#runsOfLetter(letter, first));
  }

  #runsOfLetter(letter: string, first: readonly Face[]): Run[] {
    // Ornamental letters, as copied from other networks, are replaced by plain ones.
    for (const text of [letter, letter.normalize('NFKC')]) {
      const face =
        faceWith(first, text) ??
        (/\p{Emoji}/u.test(text)
          ? faceWith(
              EMOJI.map((file) => this.#open(file)),
              text,
            )
          : null) ??
        faceWith([this.#open(REST)], text);
      if (face) return [{ face, text }];
    }
    const parts = [...letter.replace(INVISIBLE, '')];
    if (parts.join('') === '') return [];
    if (parts.length === 1 && parts[0] === letter) return [{ face: null, text: letter }];
    return parts.flatMap((part) => this.#runsOfLetter(part, first));
  }

  #open(fileOf: (weight: Weight) => string): Face {
    const name = fileOf(this.#weight);
    const opened = this.#opened.get(name);
    if (opened) return opened;
    const file = decompress(readFileSync(require.resolve(name)));
    // A file with one font is not a collection.
    const face = { name, font: this.#create(file) as Font, file };
    this.#opened.set(name, face);
    return face;
  }
}

const has = ({ font }: Face, letter: string): boolean =>
  [...letter].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

const faceWith = (faces: readonly Face[], letter: string): Face | null =>
  faces.find((face) => has(face, letter)) ?? null;

const opening = new Map<Weight, Promise<Faces>>();

/** Loads the font library on first use: most processes never draw text. */
export function openFaces(weight: Weight): Promise<Faces> {
  const faces =
    opening.get(weight) ?? import('fontkit').then(({ create }) => new Faces(create, weight));
  opening.set(weight, faces);
  return faces;
}
