import { z } from 'zod';
import { bytesOf, fromBase64, textOf, toBase64 } from './bytes';
import { saltText } from './entry';
import { HASH_BYTES, type Hash } from './merkle';
import { NoteError } from './note';

/** c2sp.org/tlog-proof: that an entry is in the log, for whoever has the log's key. */
export interface LogProof {
  /** What else is needed to check it; nobody has signed this. */
  extra: string | null;
  index: number;
  path: Hash[];
  /** The note, as the log serves it. */
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

/** @throws NoteError for what is no proof; the checkpoint in it is not looked at */
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
  if (!Number.isSafeInteger(index)) throw new NoteError('a proof without the place of its entry');
  const path = lines.map((line) => {
    const hash = fromBase64(line);
    if (hash?.length !== HASH_BYTES) throw new NoteError('a proof with a line that is no hash');
    return hash;
  });
  if (path.length > MAX_PATH) throw new NoteError('a proof of too many lines');
  return { extra: extraText, index, path, checkpoint: text.slice(end + 2) };
}

/**
 * What our proofs have in their extra line, as JSON: what the tree's leaf is made of, and what of it
 * only the owner of the receipt can know.
 */
export const proofExtra = z.strictObject({
  /** The entry, as it stands in the log. */
  entry: z.string(),
  /** With the receipt's code it makes the entry's commitment. */
  receiptSalt: saltText.optional(),
  /** Opens the owner's own entry where its votes are sealed. */
  votesSalt: saltText.optional(),
});
export type ProofExtra = z.infer<typeof proofExtra>;
