import { sha256 } from '@noble/hashes/sha2.js';
import { z } from 'zod';
import { currency, uuid } from '../contracts/primitives';
import { PAYMENT_METHODS } from '../domain/payment';
import { bytesOf, concatBytes, fromBase64, textOf, toBase64 } from './bytes';
import { parseCheckpointText } from './checkpoint';
import { NoteError, parseNote } from './note';

/** Of the entry's form; docs/open-count.md describes it. */
const VERSION = 1;
export const SALT_BYTES = 16;
const DIGEST_BYTES = 32;

/** Whether this is a note whose text is a checkpoint; who has signed it is for others to find out. */
function isCheckpoint(text: string): boolean {
  try {
    return Boolean(parseCheckpointText(parseNote(text).text));
  } catch (error) {
    if (error instanceof NoteError) return false;
    throw error;
  }
}

const v = z.literal(VERSION);
/** In UTC. */
const minute = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z$/)
  .refine((text) => {
    const moment = new Date(text);
    return !Number.isNaN(moment.getTime()) && minuteOf(moment) === text;
  }, 'no such minute');
/** RFC 8785 allows no half of a surrogate pair, which JavaScript's JSON does. */
const name = z.string().refine((text) => !/\p{Surrogate}/u.test(text), 'not Unicode');
const place = z.number().int().nonnegative();
const base64Of = (length: number) =>
  z.string().refine((text) => fromBase64(text)?.length === length, 'not base 64 of that length');
const votes = z.record(uuid, z.number().int().positive());

/** Votes by nomination. */
export type EntryVotes = z.infer<typeof votes>;

const count = z.strictObject({
  v,
  kind: z.literal('count'),
  minute,
  method: z.enum(PAYMENT_METHODS),
  currency,
  /** In minor units of the currency. */
  amount: z.number().int().nonnegative(),
  /** To the receipt, for whoever has its code: `commitmentTo`. */
  commitment: base64Of(DIGEST_BYTES),
});
const openCount = count.extend({ votes });
const sealedCount = count.extend({
  /** In place of the votes while nobody may know them: `sealOf`. */
  sealed: base64Of(DIGEST_BYTES),
});
/** All else of it is that of the entry it names. */
const takeBack = z.strictObject({ v, kind: z.literal('take-back'), minute, entry: place });
/** What the id of a nomination means, from here on. */
const nomination = z.strictObject({
  v,
  kind: z.literal('nomination'),
  minute,
  nomination: uuid,
  artistId: uuid,
  artist: name,
  categoryId: uuid,
  category: name,
  categoryFr: name.nullable(),
});
/** The votes of all sealed entries before the one named are public from here on. */
const opening = z.strictObject({ v, kind: z.literal('opening'), minute, below: place });

/**
 * The log goes on under this name because one of another name has lost what it had signed: its last
 * checkpoint, as it was signed, and why.
 */
const continuation = z.strictObject({
  v,
  kind: z.literal('continuation'),
  minute,
  checkpoint: name.refine(isCheckpoint, 'no signed checkpoint'),
  reason: name.min(1),
});

const entry = z.union([openCount, sealedCount, takeBack, nomination, opening, continuation]);
export type Entry = z.infer<typeof entry>;
export type CountEntry = z.infer<typeof openCount> | z.infer<typeof sealedCount>;
export type NominationEntry = z.infer<typeof nomination>;
export type ContinuationEntry = z.infer<typeof continuation>;

export const saltText = base64Of(SALT_BYTES);
const sealOpening = z.strictObject({ entry: place, salt: saltText, votes });
/** The votes of a sealed entry, and what it was sealed with. */
export type SealOpening = z.infer<typeof sealOpening>;

/** JSON as RFC 8785 wants it, of values that hold whole numbers only. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, own]) => `${JSON.stringify(name)}:${canonicalJson(own)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

export const entryBytes = (value: Entry): Uint8Array => bytesOf(canonicalJson(value));

/** What an entry says. @returns null for whatever `entryBytes` would not have written */
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

/** What an entry says of its receipt: nothing to who does not have salt and code. */
export const commitmentTo = (salt: Uint8Array, receiptCode: string): string =>
  toBase64(sha256(concatBytes(RECEIPT_TAG, salt, bytesOf(receiptCode))));

/** What stands for votes that nobody may know yet; no other votes fit it. */
export const sealOf = (salt: Uint8Array, entryVotes: EntryVotes): string =>
  toBase64(sha256(concatBytes(VOTES_TAG, salt, bytesOf(canonicalJson(entryVotes)))));

/** Whether these are the votes that were sealed in the entry. */
export const opensSeal = (sealed: string, { salt, votes: claimed }: SealOpening): boolean =>
  sealOf(fromBase64(salt) ?? new Uint8Array(), claimed) === sealed;
