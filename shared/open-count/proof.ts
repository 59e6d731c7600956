import { z } from 'zod';
import { bytesOf, fromBase64, textOf, toBase64 } from './bytes';
import { saltText } from './entry';
import { HASH_BYTES, type Hash } from './merkle';
import { NoteError } from './note';

/** Proof that an entry is in the log, verifiable with the log's key: c2sp.org/tlog-proof. */
export interface LogProof {
  /** Further data needed to verify it; not signed. */
  extra: string | null;
  index: number;
  path: Hash[];
  /** The checkpoint note as served by the log. */
  checkpoint: string;
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
const MAX_PATH = 63;

export const toProof = ({ extra, index, path, checkpoint }: LogProof): string =>
  [
    FIRST_LINE,
    ...(extra === null ? [] : [`extra ${toBase64(bytesOf(extra))}`]),
    `index ${index}`,
    ...path.map(toBase64),
    '',
    checkpoint,
  ].join('\n');

/** @throws NoteError for text that is not a proof; does not verify its checkpoint */
export function parseProof(text: string): LogProof {
  const end = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  if (first !== FIRST_LINE) throw new NoteError('not a proof of a transparency log');
  const hasExtra = lines[0]?.startsWith('extra ') === true;
  const extra = hasExtra ? fromBase64(lines.shift()?.slice('extra '.length) ?? '') : null;
  const extraText = extra === null ? null : textOf(extra);
  if (hasExtra && extraText === null) throw new NoteError('a proof whose extra line is malformed');
  const [, digits = ''] = /^index (0|[1-9]\d*)$/.exec(lines.shift() ?? '') ?? [];
  const index = digits === '' ? Number.NaN : Number(digits);
  if (!Number.isSafeInteger(index)) throw new NoteError('a proof without the index of its entry');
  const path = lines.map((line) => {
    const hash = fromBase64(line);
    if (hash?.length !== HASH_BYTES) throw new NoteError('a proof with a line that is not a hash');
    return hash;
  });
  if (path.length > MAX_PATH) throw new NoteError('a proof of too many lines');
  return { extra: extraText, index, path, checkpoint: text.slice(end + 2) };
}

/**
 * Extra line of our proofs, as JSON: the content of the leaf, and the parts that only the owner of
 * the receipt can have.
 */
export const proofExtra = z.strictObject({
  /** The entry, exactly as in the log. */
  entry: z.string(),
  /** Together with the receipt's code, it gives the entry's commitment. */
  receiptSalt: saltText.optional(),
  /** Opens the owner's entry when its votes are sealed. */
  votesSalt: saltText.optional(),
});
export type ProofExtra = z.infer<typeof proofExtra>;
