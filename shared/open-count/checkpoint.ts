import { fromBase64, toBase64 } from './bytes';
import { HASH_BYTES, type Hash } from './merkle';
import {
  NoteError,
  parseNote,
  type SignedNote,
  type VerifiedSignature,
  type VerifierKey,
  verifiedSignatures,
} from './note';

/** State of a log: c2sp.org/tlog-checkpoint. */
export interface TreeHead {
  origin: string;
  size: number;
  root: Hash;
}

export const checkpointText = ({ origin, size, root }: TreeHead): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/**
 * @throws NoteError for a text that is not a checkpoint, or for a tree of more than 2^53 entries
 */
export function parseCheckpointText(text: string): TreeHead {
  const [origin = '', digits = '', encoded = '', ...extensions] = text.split('\n');
  const end = extensions.pop();
  const root = fromBase64(encoded);
  const size = /^(0|[1-9]\d*)$/.test(digits) ? Number(digits) : Number.NaN;
  if (end !== '' || origin === '' || extensions.includes('')) {
    throw new NoteError('a checkpoint has three lines or more, and none is empty');
  }
  if (!Number.isSafeInteger(size)) throw new NoteError('a checkpoint without a size');
  if (root?.length !== HASH_BYTES) throw new NoteError('a checkpoint without a root hash');
  return { origin, size, root };
}

export interface Checkpoint extends TreeHead {
  note: SignedNote;
  /** Signatures of the log, by each of its known keys. */
  signatures: VerifiedSignature[];
  /** Cosignatures of the known witnesses. */
  cosignatures: VerifiedSignature[];
}

/**
 * Verifies a checkpoint that one of the log's keys has signed.
 * @param keys of the log, whose name must be the origin, and of witnesses
 * @throws NoteError with the reason
 */
export async function openCheckpoint(
  text: string,
  keys: readonly VerifierKey[],
): Promise<Checkpoint> {
  const note = parseNote(text);
  const head = parseCheckpointText(note.text);
  const verified = await verifiedSignatures(note, keys);
  const signatures = verified.filter(({ key }) => key.type === 'log' && key.name === head.origin);
  if (signatures.length === 0) throw new NoteError('no key that we know has signed the checkpoint');
  return {
    ...head,
    note,
    signatures,
    cosignatures: verified.filter(({ key }) => key.type === 'witness'),
  };
}
