import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { Language } from '#shared/domain/localized';
import type { Currency } from '#shared/domain/pricing';
import { RECEIPT_ALPHABET } from '#shared/domain/receipt-code';
import { MAX_VOTES_PER_CATEGORY, type VoteLine } from '#shared/domain/votes';

/**
 * The vote lines of a payment as they travel to its provider and come back with its record, so that a
 * payment that our database has lost can be made again. In Crockford's base 32, which every provider's
 * fields take:
 *
 *     <language, 1> <checksum, 10> { <votes, 2> <nominations, 1> { <nomination, 4> } }
 *
 * Nominations that got the same number of votes stand together. Each is named by 20 bits of a hash of its
 * id; which of several is meant, and that nobody but us wrote it, the keyed checksum says, which covers
 * whole ids, the payment, its provider and its money.
 */
const CHECKSUM_LENGTH = 10;
const NOMINATION_LENGTH = 4;
const LANGUAGES: Readonly<Record<Language, string>> = { en: 'E', fr: 'F' };
const CODE = new RegExp(`^[EF][${RECEIPT_ALPHABET}]{${CHECKSUM_LENGTH + 3 + NOMINATION_LENGTH},}$`);
/** More ways to read a code than this are not tried: several nominations would have to share a hash. */
const MOST_READINGS = 256;

/** What the checksum covers. */
export interface CodedPayment {
  id: string;
  provider: string;
  /** Minor units of the currency. */
  amount: number;
  currency: Currency;
  locale: Language;
}

/** A key of its own, derived from the one that numbers are hashed with: that one outlives a restored backup. */
export const voteCodeKey = (phoneHashKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', phoneHashKey, '', 'votes at the provider', 32));

/**
 * @param room characters that the provider's field has
 * @returns null for more nominations than there is room for
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

/** A code as it was read, before anybody knows which nominations it means. */
export interface ReadCode {
  locale: Language;
  checksum: string;
  lines: { nomination: string; voteCount: number }[];
}

/** @returns null for what is no such code */
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
 * The vote lines that a code means.
 * @param nominations all that there are, withdrawn ones too
 * @returns null unless there are such nominations, all of one artist, and the checksum is ours
 */
export function votesOfCode(
  code: ReadCode,
  payment: Omit<CodedPayment, 'locale'>,
  nominations: readonly KnownNomination[],
  key: Buffer,
): VoteLine[] | null {
  const wanted = new Set(code.lines.map(({ nomination }) => nomination));
  const byArtist = new Map<string, Map<string, string[]>>();
  for (const { id, artistId } of nominations) {
    const short = nominationCode(id);
    if (!wanted.has(short)) continue;
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

/** Every choice of distinct nominations for the lines of a code. */
function readingsOf(code: ReadCode, byShort: ReadonlyMap<string, readonly string[]>): VoteLine[][] {
  let readings: VoteLine[][] = [[]];
  for (const { nomination, voteCount } of code.lines) {
    readings = readings.flatMap((lines) =>
      (byShort.get(nomination) ?? [])
        .filter((id) => lines.every(({ nominationId }) => nominationId !== id))
        .map((nominationId) => [...lines, { nominationId, voteCount }]),
    );
    if (readings.length > MOST_READINGS) return [];
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

/** The first five bits of each byte, which are as good as any other of a hash. */
const base32Of = (hash: Buffer, length: number): string =>
  [...hash.subarray(0, length)].map((byte) => RECEIPT_ALPHABET.charAt(byte >> 3)).join('');

const toBase32 = (value: number, length: number): string =>
  Array.from({ length }, (_, at) =>
    RECEIPT_ALPHABET.charAt(Math.floor(value / 32 ** (length - 1 - at)) % 32),
  ).join('');

const fromBase32 = (text: string): number =>
  [...text].reduce((value, digit) => value * 32 + RECEIPT_ALPHABET.indexOf(digit), 0);
