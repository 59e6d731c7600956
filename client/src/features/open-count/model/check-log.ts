import {
  type Checkpoint,
  openCheckpoint,
  parseCheckpointText,
} from '#shared/open-count/checkpoint';
import { consistencySteps, hasGrown, proofOf } from '#shared/open-count/merkle';
import { NoteError, parseNote, toVkey, type VerifierKey } from '#shared/open-count/note';
import { nodesOfTiles, type ReadTile } from '#shared/open-count/tiles';
import type { SeenLog } from './seen-log';

/** What can be wrong with a receipt, or with the log that it is to stand in. */
export type DifferenceKind =
  /** The proof, or an entry, is none. */
  | 'unreadable'
  /** None of the log's published keys has signed the checkpoint. */
  | 'signature'
  /** No key that this browser has seen before has signed it. */
  | 'other-key'
  /** It is older than one that this browser has seen. */
  | 'older'
  /** What stood in the log stands in it no more. */
  | 'forked'
  /** The path does not lead from the entry, at its place, to the checkpoint. */
  | 'not-included'
  /** The entry is that of another receipt. */
  | 'other-receipt'
  /** It stands at another place than the receipt says. */
  | 'other-place'
  /** The entry counts other votes. */
  | 'other-votes'
  /** The entry has sealed other votes. */
  | 'not-sealed'
  /** The log names artist or category otherwise. */
  | 'other-names'
  /** The log has taken the votes back, of which the receipt knows nothing. */
  | 'taken-back'
  /** What is said to take the entry back takes back another one. */
  | 'takes-back-other';

export class Difference extends Error {
  readonly kind: DifferenceKind;

  constructor(kind: DifferenceKind, cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

/** @throws Difference where reading throws what is wrong with a note */
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
  /** That the log publishes. */
  keys: readonly VerifierKey[];
  /** What this browser remembers of the log of this origin. */
  recall: (origin: string) => SeenLog | null;
  readTile: ReadTile;
}

interface CheckedLog {
  head: Checkpoint;
  remembered: SeenLog | null;
  /** To be remembered from now on. */
  seen: SeenLog;
}

/**
 * Whether the log has signed the checkpoint, by a key that this browser knows from before, and has only
 * grown since. The first checkpoint that a browser sees it has to believe.
 * @throws Difference; whatever `readTile` throws
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
