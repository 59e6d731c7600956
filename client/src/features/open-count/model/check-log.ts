import {
  type Checkpoint,
  openCheckpoint,
  parseCheckpointText,
} from '#shared/open-count/checkpoint';
import { consistencySteps, hasGrown, proofOf } from '#shared/open-count/merkle';
import { NoteError, parseNote, toVkey, type VerifierKey } from '#shared/open-count/note';
import { nodesOfTiles, type ReadTile } from '#shared/open-count/tiles';
import type { SeenLog } from './seen-log';

/** Possible problems of a receipt, or of the log that should contain it. */
export type DifferenceKind =
  /** The proof or an entry cannot be parsed. */
  | 'unreadable'
  /** The checkpoint is signed by none of the log's published keys. */
  | 'signature'
  /** The checkpoint is not signed by any key that this browser has seen before. */
  | 'other-key'
  /** The checkpoint is older than one that this browser has seen. */
  | 'older'
  /** Entries that were in the log are no longer in it. */
  | 'forked'
  /** The inclusion proof does not lead from the entry, at its place, to the checkpoint. */
  | 'not-included'
  /** The entry belongs to another receipt. */
  | 'other-receipt'
  /** The entry has another index than the receipt says. */
  | 'other-place'
  /** The entry counts other votes. */
  | 'other-votes'
  /** The entry has sealed other votes. */
  | 'not-sealed'
  /** The log has another name for the artist or the category. */
  | 'other-names'
  /** The log has withdrawn the votes, which the receipt does not show. */
  | 'taken-back'
  /** The entry that should withdraw this one withdraws another. */
  | 'takes-back-other';

export class Difference extends Error {
  readonly kind: DifferenceKind;

  constructor(kind: DifferenceKind, cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

/** @throws Difference when `read` throws because a note is invalid */
export function readOr<T>(kind: DifferenceKind, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof NoteError) throw new Difference(kind, error);
    throw error;
  }
}

export interface LogCheck {
  /** A note, as the log has signed it. */
  checkpoint: string;
  /** Keys that the log publishes. */
  keys: readonly VerifierKey[];
  /** Returns what this browser stored about the log of this origin. */
  recall: (origin: string) => SeenLog | null;
  readTile: ReadTile;
}

interface CheckedLog {
  head: Checkpoint;
  remembered: SeenLog | null;
  /** To be stored from now on. */
  seen: SeenLog;
}

/**
 * Verifies that the log has signed the checkpoint with a key that this browser already knows, and
 * that the log has only grown since. The first checkpoint that a browser sees has to be trusted.
 * @throws Difference; any error of `readTile`
 */
export async function checkLog({
  checkpoint,
  keys,
  recall,
  readTile,
}: LogCheck): Promise<CheckedLog> {
  const head = await openCheckpoint(checkpoint, keys).catch((error: unknown) => {
    throw error instanceof NoteError ? new Difference('signature', error) : error;
  });
  const signers = head.signatures.map(({ key }) => toVkey(key));
  const remembered = recall(head.origin);
  if (remembered) {
    if (!signers.some((key) => remembered.keys.includes(key))) throw new Difference('other-key');
    const older = readOr('forked', () =>
      parseCheckpointText(parseNote(remembered.checkpoint).text),
    );
    if (head.size < older.size) throw new Difference('older');
    const steps = consistencySteps(older.size, head.size);
    const proof = await proofOf(steps, nodesOfTiles(head.size, readTile));
    if (!hasGrown({ older, newer: head, proof })) throw new Difference('forked');
  }
  return { head, remembered, seen: { keys: signers, checkpoint } };
}
