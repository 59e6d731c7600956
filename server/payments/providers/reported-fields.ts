import { z } from 'zod';
import { parseExternalJson } from '#server/platform/external-json/index';
import type { Evidence } from '#shared/contracts/payment-events';
import { digitsOf } from '#shared/domain/phone';
import { PLAIN_LETTERS } from '#shared/domain/plain-letters';
import type { ProviderReport } from './provider';

/** A text that may be absent, which providers write as "None", "", null or not at all. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => (text && text !== 'None' ? text : null));

/** Whole francs as a number or text, with or without decimals; always parse before comparing. */
export const reportedAmount = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,12}(\.\d+)?$/)
    .transform(Number),
]);

/**
 * Parses a UUID to lower case, as we store it. Our payment ids are the only UUIDs we send in
 * provider fields.
 */
export const asUuid = (text: string | null): string | null =>
  z.uuid().safeParse(text).data?.toLowerCase() ?? null;

/** Key that is equal for two spellings of one record's reference: UUIDs ignore case. */
export const recordKey = (reference: string): string => asUuid(reference) ?? reference;

/** Spaces of all kinds and invisible characters, which get copied along with a text. */
const UNSEEN = /[\s\p{Cf}]+/gu;

/**
 * Normalises a reference to the form that is stored and compared: UUIDs ignore case, any other text
 * does not.
 * @param shape of references that are not UUIDs
 */
export function asReference(text: string, shape: RegExp): string | null {
  const bare = text.replace(UNSEEN, '');
  return asUuid(bare) ?? (shape.test(bare) ? bare : null);
}

const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'giu');

/**
 * Strips accents for phone screens that cannot show them; a letter without a plain form is dropped.
 */
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

const MAX_READ_LENGTH = 2_000;
const MAX_STORED_LENGTH = 200;
/** Digits in a row from which a number may be a phone number. */
const DIGITS_OF_A_NUMBER = 8;

/**
 * Removes what could repeat the payer's number or address from a provider's free text, before it is
 * stored.
 */
export const withoutPersonalData = (text: string | null): string | null =>
  text
    ?.slice(0, MAX_READ_LENGTH)
    .replace(/[^\s"]+@[^\s"]+/g, '[address]')
    .replace(/\d[\d\s().-]{5,}\d/g, (run) =>
      digitsOf(run).length >= DIGITS_OF_A_NUMBER ? '[number]' : run,
    )
    .slice(0, MAX_STORED_LENGTH) ?? null;

/** The vote code at the end of a text that the provider returns, after a "#". */
const CODE_AT_END = /#(\w+)$/;

/**
 * Text that the payer may read, followed by the vote code.
 * @param longest of both together, in characters
 */
export function textWithCode(words: string, votesCode: string | null, longest: number): string {
  const plain = plainAscii(words.replaceAll('#', ''));
  if (votesCode === null) return plain.slice(0, longest);
  return `${plain.slice(0, longest - votesCode.length - 2).trim()} #${votesCode}`;
}

/** @returns the code at the end of a text, not validated */
export const codeAtEnd = (text: string | null): string | null =>
  text?.match(CODE_AT_END)?.[1] ?? null;

/**
 * Parses the JSON of a webhook, whose length was limited on arrival.
 * @returns undefined for anything that is not valid JSON within the limits
 */
export const jsonIn = (body: Buffer): unknown => parseExternalJson(body);

/**
 * Returns the report on a payment whose reference leads to a record that names another payment.
 * @param found report of the search by the payment's own id
 * @param otherRecord evidence of that record, with the payment it names; null unless the record is
 *   paid
 */
export function orMisplaced(found: ProviderReport, otherRecord: Evidence | null): ProviderReport {
  const isFound = found.outcome !== 'missing' && found.outcome !== 'unknown';
  return isFound || otherRecord === null
    ? found
    : { outcome: 'misplaced', foundBy: 'reference', evidence: otherRecord };
}
