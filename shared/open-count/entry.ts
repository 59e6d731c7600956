import { sha256 } from '@noble/hashes/sha2.js';
import { z } from 'zod';
import { currency, uuid } from '#shared/contracts/primitives';
import { FIRST_EDITION } from '#shared/domain/editions';
import { PAYMENT_METHODS } from '#shared/domain/payment';
import { bytesOf, concatBytes, fromBase64, textOf, toBase64 } from './bytes';
import { parseCheckpointText } from './checkpoint';
import { NoteError, parseNote } from './note';

export const SALT_BYTES = 16;
const DIGEST_BYTES = 32;

/** True when this is a note whose text is a checkpoint. Does not verify its signatures. */
function isCheckpoint(text: string): boolean {
  try {
    return Boolean(parseCheckpointText(parseNote(text).text));
  } catch (error) {
    if (error instanceof NoteError) return false;
    throw error;
  }
}

/** A minute in UTC. */
const minute = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z$/)
  .refine((text) => {
    const moment = new Date(text);
    return !Number.isNaN(moment.getTime()) && minuteOf(moment) === text;
  }, 'no such minute');
/** RFC 8785 does not allow lone surrogates, which JavaScript's JSON does. */
const name = z.string().refine((text) => !/\p{Surrogate}/u.test(text), 'not Unicode');
const index = z.number().int().nonnegative();
const base64Of = (length: number) =>
  z.string().refine((text) => fromBase64(text)?.length === length, 'not base 64 of that length');
const votes = z.record(uuid, z.number().int().positive());

/** Votes by nomination. */
export type EntryVotes = z.infer<typeof votes>;

/** The number of an edition, which its `edition` entry defines. */
const edition = z.number().int().positive();
/** Kinds that name no edition. */
const v1 = z.literal(1);
const v2 = z.literal(2);

/** Both versions of an entry about an edition: entries of version 1 are about the first one. */
const aboutEdition = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.union([
    z.strictObject({ v: v2, edition, minute, ...shape }),
    z.strictObject({ v: v1, minute, ...shape }),
  ]);

const count = {
  kind: z.literal('count'),
  method: z.enum(PAYMENT_METHODS),
  currency,
  /** In minor units of the currency. */
  amount: z.number().int().nonnegative(),
  /** Commitment to the receipt, which the holder of its code can verify: `commitmentTo`. */
  commitment: base64Of(DIGEST_BYTES),
};
const openCount = aboutEdition({ ...count, votes });
const sealedCount = aboutEdition({
  ...count,
  /** Replaces the votes while they are secret: `sealOf`. */
  sealed: base64Of(DIGEST_BYTES),
});
/** Everything else is in the entry it names. */
const takeBack = z.strictObject({ v: v1, kind: z.literal('take-back'), minute, entry: index });
/** Defines the meaning of a nomination's id from here on. */
const nomination = aboutEdition({
  kind: z.literal('nomination'),
  nomination: uuid,
  artistId: uuid,
  artist: name,
  categoryId: uuid,
  category: name,
  categoryFr: name.nullable(),
});
/** Makes the votes of all sealed entries of the edition before the named one public. */
const opening = aboutEdition({ kind: z.literal('opening'), below: index });
/** Defines the meaning of an edition's number from here on. */
const editionEntry = z.strictObject({
  v: v2,
  kind: z.literal('edition'),
  minute,
  edition,
  year: name,
  name,
  nameFr: name.nullable(),
});

/**
 * Continues under this name a log of another name that has lost signed entries: contains its last
 * signed checkpoint, and the reason.
 */
const continuation = z.strictObject({
  v: v1,
  kind: z.literal('continuation'),
  minute,
  checkpoint: name.refine(isCheckpoint, 'no signed checkpoint'),
  reason: name.min(1),
});

const entry = z.union([
  openCount,
  sealedCount,
  takeBack,
  nomination,
  opening,
  editionEntry,
  continuation,
]);
export type Entry = z.infer<typeof entry>;
export type CountEntry = z.infer<typeof openCount> | z.infer<typeof sealedCount>;
export type NominationEntry = z.infer<typeof nomination>;
export type EditionEntry = z.infer<typeof editionEntry>;
export type ContinuationEntry = z.infer<typeof continuation>;

/** Returns the number of the edition that an entry is about. */
export const editionOf = (about: Exclude<Entry, { kind: 'take-back' | 'continuation' }>): number =>
  'edition' in about ? about.edition : FIRST_EDITION;

export const saltText = base64Of(SALT_BYTES);
const sealOpening = z.strictObject({ entry: index, salt: saltText, votes });
/** The votes of a sealed entry, and the salt of its seal. */
export type SealOpening = z.infer<typeof sealOpening>;

/** Encodes JSON by RFC 8785, for values whose only numbers are integers. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

export const entryBytes = (value: Entry): Uint8Array => bytesOf(canonicalJson(value));

/** Parses an entry. @returns null for anything that `entryBytes` would not have written */
export const readEntry = (bytes: Uint8Array): Entry | null => readCanonical(textOf(bytes), entry);

/** @param line of a bundle of openings */
export const readOpening = (line: string): SealOpening | null => readCanonical(line, sealOpening);

function readCanonical<T>(text: string | null, schema: z.ZodType<T>): T | null {
  if (text === null) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const { data } = schema.safeParse(json);
  return data !== undefined && canonicalJson(data) === text ? data : null;
}

export const minuteOf = (moment: Date): string => `${moment.toISOString().slice(0, 16)}Z`;

const RECEIPT_TAG = bytesOf('open-count receipt v1\n');
const VOTES_TAG = bytesOf('open-count votes v1\n');

/** Commitment of an entry to its receipt: reveals nothing without salt and code. */
export const commitmentTo = (salt: Uint8Array, receiptCode: string): string =>
  toBase64(sha256(concatBytes(RECEIPT_TAG, salt, bytesOf(receiptCode))));

/** Seal of votes that are still secret; no other votes match it. */
export const sealOf = (salt: Uint8Array, entryVotes: EntryVotes): string =>
  toBase64(sha256(concatBytes(VOTES_TAG, salt, bytesOf(canonicalJson(entryVotes)))));

/** True when these are the votes sealed in the entry. */
export const opensSeal = (sealed: string, { salt, votes: claimed }: SealOpening): boolean =>
  sealOf(fromBase64(salt) ?? new Uint8Array(), claimed) === sealed;
