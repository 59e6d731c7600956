import { z } from 'zod';
import type { Evidence } from '#shared/contracts/payment-events';
import { digitsOf } from '#shared/domain/phone';
import { PLAIN_LETTERS } from '#shared/domain/plain-letters';
import { parseForeignJson } from '../../foreign-json';
import type { ProviderReport } from './provider';

/** Providers write absent values as "None", "", null or not at all. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => (text && text !== 'None' ? text : null));

/** Whole francs as a number or as text, with decimals or without; never compared before parsed. */
export const reportedAmount = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,12}(\.\d+)?$/)
    .transform(Number),
]);

/** Our payment ids are the only UUIDs that we put into a provider's fields. In lower case, as we store them. */
export const asUuid = (text: string | null): string | null =>
  z.uuid().safeParse(text).data?.toLowerCase() ?? null;

/** By which two references are known for one record's: a UUID is the same in capitals. */
export const recordKey = (reference: string): string => asUuid(reference) ?? reference;

/** Spaces of all kinds, and marks that nobody sees, which come along when a text is copied. */
const UNSEEN = /[\s\p{Cf}]+/gu;

/**
 * A reference as it is stored and compared: a UUID is the same in capitals, any other text is not.
 * @param shape of the references that are no UUIDs
 */
export function asReference(text: string, shape: RegExp): string | null {
  const bare = text.replace(UNSEEN, '');
  return asUuid(bare) ?? (shape.test(bare) ? bare : null);
}

const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'giu');

/** For screens of phones that know no accents; a letter without a plain one is left out. */
export const plainAscii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[‘’ʼ]/g, "'")
    .replace(SPECIAL_LETTERS, (letter) => {
      const plain = PLAIN_LETTERS[letter.toLowerCase()] ?? '';
      return letter === letter.toLowerCase() ? plain : plain.toUpperCase();
    })
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();

const LONGEST_READ = 2_000;
const LONGEST_KEPT = 200;
/** A run of digits this long may be a phone number, however it is written. */
const DIGITS_OF_A_NUMBER = 8;

/** A provider's free text, to be kept: it could repeat the payer's number or address. */
export const impersonal = (text: string | null): string | null =>
  text
    ?.slice(0, LONGEST_READ)
    .replace(/[^\s"]+@[^\s"]+/g, '[address]')
    .replace(/\d[\d\s().-]{5,}\d/g, (run) =>
      digitsOf(run).length >= DIGITS_OF_A_NUMBER ? '[number]' : run,
    )
    .slice(0, LONGEST_KEPT) ?? null;

/** At the end of a text that the provider gives back, behind a mark. */
const CODE_AT_END = /#(\w+)$/;

/**
 * Words that the payer may read, with the votes' code at their end.
 * @param longest of both together, in characters
 */
export function wordsWithCode(words: string, votesCode: string | null, longest: number): string {
  const plain = plainAscii(words.replaceAll('#', ''));
  if (votesCode === null) return plain.slice(0, longest);
  return `${plain.slice(0, longest - votesCode.length - 2).trim()} #${votesCode}`;
}

/** @returns the code at the end of a text, whatever it is worth */
export const codeAtEnd = (text: string | null): string | null =>
  text?.match(CODE_AT_END)?.[1] ?? null;

/**
 * The JSON of a webhook, whose length is limited where it comes in.
 * @returns undefined for what is not JSON that anybody reads
 */
export const jsonIn = (body: Buffer): unknown => parseForeignJson(body);

/**
 * What is told of a payment whose reference led to a record with another name.
 * @param found by looking for the payment's own name
 * @param stranger what is kept of that record, with the payment it names; null unless it is paid
 */
export function orMisplaced(found: ProviderReport, stranger: Evidence | null): ProviderReport {
  const isFound = found.outcome !== 'missing' && found.outcome !== 'unknown';
  return isFound || stranger === null
    ? found
    : { outcome: 'misplaced', foundBy: 'reference', evidence: stranger };
}
