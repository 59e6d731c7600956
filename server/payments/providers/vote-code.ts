import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { Language } from '#shared/domain/localized';
import type { Currency } from '#shared/domain/pricing';
import { RECEIPT_ALPHABET } from '#shared/domain/receipt-code';
import { MAX_VOTES_PER_CATEGORY, type VoteLine } from '#shared/domain/votes';

/**
 * The vote lines of a payment as sent to its provider and returned with its record, so that a
 * payment that our database has lost can be recovered. Written in Crockford's base 32, which all
 * providers' fields accept:
 *
 *     <language, 1> <checksum, 10> { <votes, 2> <nominations, 1> { <nomination, 4> } }
 *
 * Nominations with the same number of votes are grouped. Each is named by 20 bits of a hash of its
 * id. The keyed checksum covers whole ids, the payment, its provider and its money: it resolves
 * hash collisions and proves that we wrote the code.
 */
const CHECKSUM_LENGTH = 10;
const NOMINATION_LENGTH = 4;
const LANGUAGES: Readonly<Record<Language, string>> = { en: 'E', fr: 'F' };
const CODE = new RegExp(`^[EF][${RECEIPT_ALPHABET}]{${CHECKSUM_LENGTH + 3 + NOMINATION_LENGTH},}$`);
/**
 * Most interpretations of a code that are tried: more would mean that several nominations share a
 * hash.
 */
const MAX_READINGS = 256;

/** The data covered by the checksum. */
export interface CodedPayment {
  id: string;
  provider: string;
  /** Amount in minor units of the currency. */
  amount: number;
  currency: Currency;
  locale: Language;
}

/**
 * Separate key, derived from the phone hash key, because that key survives the restore of a backup.
 */
export const voteCodeKey = (phoneHashKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', phoneHashKey, '', 'votes at the provider', 32));

/**
 * @param room length of the provider's field, in characters
 * @returns null when the nominations do not fit
 */
export function encodeVotes(
  payment: CodedPayment,
  lines: readonly VoteLine[],
  key: Buffer,
  room: number,
): string | null {
  const byCount = new Map<number, string[]>();
  for (const { nominationId, voteCount } of lines) {
    byCount.set(voteCount, [...(byCount.get(voteCount) ?? []), nominationCode(nominationId)]);
  }
  const groups = [...byCount].sort(([one], [other]) => one - other);
  if (groups.some(([, codes]) => codes.length >= RECEIPT_ALPHABET.length)) return null;
  const body = groups
    .map(([count, codes]) => toBase32(count, 2) + toBase32(codes.length, 1) + codes.sort().join(''))
    .join('');
  const code = LANGUAGES[payment.locale] + checksumOf(payment, lines, key) + body;
  return code.length <= room ? code : null;
}

/** A parsed code whose nominations are not resolved yet. */
export interface ReadCode {
  locale: Language;
  checksum: string;
  lines: { nomination: string; voteCount: number }[];
}

/** @returns null when the text is not a code */
export function readVoteCode(text: string): ReadCode | null {
  if (!CODE.test(text)) return null;
  const locale = text.startsWith(LANGUAGES.fr) ? 'fr' : 'en';
  const checksum = text.slice(1, 1 + CHECKSUM_LENGTH);
  const lines: ReadCode['lines'] = [];
  for (let at = 1 + CHECKSUM_LENGTH; at < text.length; ) {
    const voteCount = fromBase32(text.slice(at, at + 2));
    const nominations = fromBase32(text.slice(at + 2, at + 3));
    const first = at + 3;
    at = first + nominations * NOMINATION_LENGTH;
    const isSound = nominations > 0 && voteCount > 0 && voteCount <= MAX_VOTES_PER_CATEGORY;
    if (!isSound || at > text.length) return null;
    for (let start = first; start < at; start += NOMINATION_LENGTH) {
      lines.push({ nomination: text.slice(start, start + NOMINATION_LENGTH), voteCount });
    }
  }
  return { locale, checksum, lines };
}

interface KnownNomination {
  id: string;
  artistId: string;
}

/**
 * Resolves a code to its vote lines.
 * @param nominations all existing ones, including withdrawn ones
 * @returns null unless the nominations exist, all belong to one artist, and the checksum is ours
 */
export function votesOfCode(
  code: ReadCode,
  payment: Omit<CodedPayment, 'locale'>,
  nominations: readonly KnownNomination[],
  key: Buffer,
): VoteLine[] | null {
  const codes = new Set(code.lines.map(({ nomination }) => nomination));
  const byArtist = new Map<string, Map<string, string[]>>();
  for (const { id, artistId } of nominations) {
    const short = nominationCode(id);
    if (!codes.has(short)) continue;
    const ofArtist = byArtist.get(artistId) ?? new Map<string, string[]>();
    byArtist.set(artistId, ofArtist.set(short, [...(ofArtist.get(short) ?? []), id]));
  }
  const coded = { ...payment, locale: code.locale };
  for (const ofArtist of byArtist.values()) {
    for (const lines of readingsOf(code, ofArtist)) {
      if (checksumOf(coded, lines, key) === code.checksum) return lines;
    }
  }
  return null;
}

/** Returns every choice of distinct nominations for the lines of a code. */
function readingsOf(code: ReadCode, byShort: ReadonlyMap<string, readonly string[]>): VoteLine[][] {
  let readings: VoteLine[][] = [[]];
  for (const { nomination, voteCount } of code.lines) {
    readings = readings.flatMap((lines) =>
      (byShort.get(nomination) ?? [])
        .filter((id) => lines.every(({ nominationId }) => nominationId !== id))
        .map((nominationId) => [...lines, { nominationId, voteCount }]),
    );
    if (readings.length > MAX_READINGS) return [];
  }
  return readings;
}

const nominationCode = (id: string): string =>
  base32Of(createHash('sha256').update(`nomination ${id}`).digest(), NOMINATION_LENGTH);

function checksumOf(payment: CodedPayment, lines: readonly VoteLine[], key: Buffer): string {
  const { id, provider, amount, currency, locale } = payment;
  const votes = lines.map(({ nominationId, voteCount }) => [nominationId, voteCount] as const);
  votes.sort(([one], [other]) => (one < other ? -1 : 1));
  const covered = JSON.stringify([1, provider, id, locale, amount, currency, votes]);
  return base32Of(createHmac('sha256', key).update(covered).digest(), CHECKSUM_LENGTH);
}

/** Uses the first five bits of each byte: all bits of a hash are equally random. */
const base32Of = (hash: Buffer, length: number): string =>
  [...hash.subarray(0, length)].map((byte) => RECEIPT_ALPHABET.charAt(byte >> 3)).join('');

const toBase32 = (value: number, length: number): string =>
  Array.from({ length }, (_, at) =>
    RECEIPT_ALPHABET.charAt(Math.floor(value / 32 ** (length - 1 - at)) % 32),
  ).join('');

const fromBase32 = (text: string): number =>
  [...text].reduce((value, digit) => value * 32 + RECEIPT_ALPHABET.indexOf(digit), 0);
