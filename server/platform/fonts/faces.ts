import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { uncompressed } from './sfnt';

const require = createRequire(import.meta.url);

export type Weight = 400 | 700;

/** A font that comes with us; what a machine has installed plays no part. */
export interface Face {
  name: string;
  font: Font;
  /** The whole file, for documents that carry their fonts. */
  file: Buffer;
}

/** Part of a text that one face draws; null where none has its letters. */
export interface Run {
  face: Face | null;
  text: string;
}

const bricolage = (subset: string) => (weight: Weight) =>
  `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-${weight}-normal.woff`;

/** The site's own letters. */
const OWN = [
  bricolage('latin'),
  bricolage('latin-ext'),
  (weight: Weight) =>
    `@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff`,
];
/** All of Latin in one file, so that each tone finds its letter, with Greek and Cyrillic. */
const PLAIN = (weight: Weight) =>
  `@expo-google-fonts/noto-sans/${weight === 400 ? '400Regular/NotoSans_400Regular' : '700Bold/NotoSans_700Bold'}.ttf`;
/** The slices that Google cuts it into. */
const EMOJI = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'emoji'].map(
  (slice) => (weight: Weight) =>
    `@fontsource/noto-emoji/files/noto-emoji-${slice}-${weight}-normal.woff`,
);
/** Plain shapes for every writing system of the basic plane; it has one weight. */
const REST = () => '@fontsource/unifont/files/unifont-latin-400-normal.woff';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Letters as a reader counts them: with their tones, and an emoji as one. */
export const lettersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** What shows nothing itself: joiners, marks of direction, and the choice between two emoji. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu;

/** The faces of one weight, each opened when a text first needs it. */
export class Faces {
  readonly #create: typeof import('fontkit').create;
  readonly #weight: Weight;
  readonly #opened = new Map<string, Face>();

  constructor(create: typeof import('fontkit').create, weight: Weight) {
    this.#create = create;
    this.#weight = weight;
  }

  /**
   * Parts of one face each, in the order of the text. A word is drawn in one design: where the site's
   * own font lacks a letter of it, in Noto Sans.
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

  /** Letters for which there is no face: they are drawn as a mark. */
  missingIn(text: string): string[] {
    const missing = this.runsOf(text).filter(({ face }) => face === null);
    return [...new Set(missing.flatMap((run) => lettersOf(run.text)))];
  }

  #runsOfWord(word: string): Run[] {
    const letters = lettersOf(word);
    const own = OWN.map((file) => this.#open(file));
    const lacking = letters.filter((letter) => !faceWith(own, letter));
    if (lacking.length === 0) {
      // A figure or a mark among Arabic letters stays with them.
      let last: Face | null = null;
      return letters.map((text) => {
        last = last && has(last, text) ? last : faceWith(own, text);
        return { face: last, text };
      });
    }
    const plain = this.#open(PLAIN);
    const first = lacking.some((letter) => faceWith([plain], letter))
      ? [plain, ...own]
      : [...own, plain];
    return letters.flatMap((letter) => this.#runsOfLetter(letter, first));
  }

  #runsOfLetter(letter: string, first: readonly Face[]): Run[] {
    // Ornamental letters, as people copy them from other networks, have plain ones to stand for them.
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
    const file = uncompressed(readFileSync(require.resolve(name)));
    // A file with one font is no collection.
    const face = { name, font: this.#create(file) as Font, file };
    this.#opened.set(name, face);
    return face;
  }
}

const has = ({ font }: Face, letter: string): boolean =>
  [...letter].every((one) => font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0));

const faceWith = (faces: readonly Face[], letter: string): Face | null =>
  faces.find((face) => has(face, letter)) ?? null;

const opening = new Map<Weight, Promise<Faces>>();

/** The library is loaded with the first text: most processes never draw one. */
export function openFaces(weight: Weight): Promise<Faces> {
  const faces =
    opening.get(weight) ?? import('fontkit').then(({ create }) => new Faces(create, weight));
  opening.set(weight, faces);
  return faces;
}
