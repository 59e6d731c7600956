import type { ReceiptProof } from '#shared/contracts/open-count';
import type { Receipt } from '#shared/contracts/receipts';
import { bytesOf, fromBase64 } from '#shared/open-count/bytes';
import type { TreeHead } from '#shared/open-count/checkpoint';
import {
  type CountEntry,
  canonicalJson,
  commitmentTo,
  type Entry,
  type EntryVotes,
  opensSeal,
  readEntry,
} from '#shared/open-count/entry';
import { isIncluded, leafHash } from '#shared/open-count/merkle';
import { type ProofExtra, parseProof, proofExtra } from '#shared/open-count/proof';
import { checkLog, Difference, type DifferenceKind, type LogCheck, readOr } from './check-log';
import type { SeenLog } from './seen-log';

/** Places count from 0. */
export type Verdict =
  /** The receipt has no place in the log yet. */
  | { kind: 'waiting' }
  | { kind: 'counted'; entry: number; size: number }
  /** The money was returned; the entry that withdraws the votes has no place yet. */
  | { kind: 'leaving'; entry: number; size: number }
  | { kind: 'taken-back'; entry: number; takenBack: number; size: number }
  | { kind: 'different'; difference: DifferenceKind };

type ShownReceipt = Pick<Receipt, 'votesByCategory' | 'artist'> & {
  payment: Pick<
    Receipt['payment'],
    'receiptCode' | 'totalVotes' | 'entry' | 'takenBackEntry' | 'refundedAt'
  >;
};

interface ReceiptCheck extends Omit<LogCheck, 'checkpoint'> {
  receipt: ShownReceipt;
  proof: ReceiptProof;
}

export interface CheckedReceipt {
  verdict: Verdict;
  /** The checkpoint that the browser stored earlier. */
  remembered: SeenLog | null;
  /** To be stored from now on; null when the log itself is in doubt. */
  seen: (SeenLog & { origin: string }) | null;
}

/**
 * Verifies in the browser that the log contains what the receipt shows: that the entry is this
 * receipt's, is in the log that the key has signed, and counts these votes for these names, and
 * that the log has only grown since this browser last saw it.
 * @throws any error of `readTile`
 */
export async function checkReceipt({
  receipt,
  proof,
  ...log
}: ReceiptCheck): Promise<CheckedReceipt> {
  let remembered: SeenLog | null = null;
  let seen: CheckedReceipt['seen'] = null;
  const recall: LogCheck['recall'] = (origin) => {
    remembered = log.recall(origin);
    return remembered;
  };
  try {
    if (proof.counted === null) return { verdict: { kind: 'waiting' }, remembered, seen };
    const { checkpoint } = parsedProof(proof.counted);
    const checked = await checkLog({ ...log, recall, checkpoint });
    seen = { ...checked.seen, origin: checked.head.origin };
    return { verdict: compare(receipt, proof, { ...checked.head, checkpoint }), remembered, seen };
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    return { verdict: { kind: 'different', difference: error.kind }, remembered, seen };
  }
}

interface Log extends TreeHead {
  checkpoint: string;
}

function compare(receipt: ShownReceipt, proof: ReceiptProof, log: Log): Verdict {
  const { payment } = receipt;
  const { index } = checkCounted(receipt, provenEntry(proof.counted ?? '', log));
  checkNames(
    receipt,
    proof.nominations.map((nomination) => provenEntry(nomination, log).entry),
  );
  const { size } = log;
  if (proof.takenBack === null) {
    const kind = payment.refundedAt === null ? 'counted' : 'leaving';
    return { kind, entry: index, size };
  }
  const takeBack = provenEntry(proof.takenBack, log);
  if (takeBack.entry.kind !== 'take-back' || takeBack.entry.entry !== index) {
    throw new Difference('takes-back-other');
  }
  if (payment.refundedAt === null) throw new Difference('taken-back');
  if ((payment.takenBackEntry ?? takeBack.index) !== takeBack.index)
    throw new Difference('other-place');
  return { kind: 'taken-back', entry: index, takenBack: takeBack.index, size };
}

interface ProvenEntry {
  index: number;
  entry: Entry;
  extra: ProofExtra;
}

const parsedProof = (text: string) => readOr('unreadable', () => parseProof(text));

/** @throws Difference for an entry that is not in this log */
function provenEntry(text: string, { checkpoint, size, root }: Log): ProvenEntry {
  const { index, path, extra: json, checkpoint: proofCheckpoint } = parsedProof(text);
  const extra = readExtra(json);
  if (!extra) throw new Difference('unreadable');
  const bytes = bytesOf(extra.entry);
  const leaf = leafHash(bytes);
  if (proofCheckpoint !== checkpoint || !isIncluded({ index, leaf, size, root, proof: path })) {
    throw new Difference('not-included');
  }
  const entry = readEntry(bytes);
  if (!entry) throw new Difference('unreadable');
  return { index, entry, extra };
}

function readExtra(json: string | null): ProofExtra | null {
  try {
    return proofExtra.parse(JSON.parse(json ?? ''));
  } catch {
    return null;
  }
}

function checkCounted(receipt: ShownReceipt, proven: ProvenEntry): ProvenEntry {
  const { entry, extra, index } = proven;
  const { payment } = receipt;
  const salt = fromBase64(extra.receiptSalt ?? '') ?? new Uint8Array();
  if (entry.kind !== 'count' || entry.commitment !== commitmentTo(salt, payment.receiptCode)) {
    throw new Difference('other-receipt');
  }
  if ((payment.entry ?? index) !== index) throw new Difference('other-place');
  const votes: EntryVotes = Object.fromEntries(
    receipt.votesByCategory.map(({ nominationId, voteCount }) => [nominationId, voteCount]),
  );
  const total = receipt.votesByCategory.reduce((sum, { voteCount }) => sum + voteCount, 0);
  if (total !== payment.totalVotes) throw new Difference('other-votes');
  checkVotes(entry, votes, { entry: index, salt: extra.votesSalt ?? '' });
  return proven;
}

/** Sealed votes are opened only for their owner. */
function checkVotes(
  entry: CountEntry,
  votes: EntryVotes,
  opening: { entry: number; salt: string },
): void {
  if ('votes' in entry) {
    if (canonicalJson(entry.votes) !== canonicalJson(votes)) throw new Difference('other-votes');
  } else if (!opensSeal(entry.sealed, { ...opening, votes })) {
    throw new Difference('not-sealed');
  }
}

function checkNames({ artist, votesByCategory }: ShownReceipt, entries: readonly Entry[]): void {
  for (const { nominationId, categoryName, categoryNameFr, otherArtist } of votesByCategory) {
    const { id, name } = otherArtist ?? artist;
    const isNamed = entries.some(
      (entry) =>
        entry.kind === 'nomination' &&
        entry.nomination === nominationId &&
        entry.artistId === id &&
        entry.artist === name &&
        entry.category === categoryName &&
        entry.categoryFr === categoryNameFr,
    );
    if (!isNamed) throw new Difference('other-names');
  }
}
