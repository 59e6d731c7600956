import type { Currency } from '#shared/domain/pricing';
import {
  type ContinuationEntry,
  type EntryVotes,
  type NominationEntry,
  opensSeal,
  readEntry,
  type SealOpening,
} from './entry';
import { type FullNode, GrowingTree, type Hash, leafHash } from './merkle';

/** Faults of an entry, or of a claimed opening. */
export const RECOUNT_FAULTS = [
  /** The entry is not one that docs/open-count.md describes. */
  'malformed',
  /** The entry has the receipt of an earlier one: a payment is counted twice. */
  'counted-twice',
  /** The entry reverses something other than a payment counted before. */
  'takes-back-nothing',
  'taken-back-twice',
  /** The entry votes for a nomination that no earlier entry has named. */
  'unknown-nomination',
  /** The entry opens entries after itself. */
  'opens-too-much',
  /** The entry should have been opened and was not. */
  'not-opened',
  /** The votes shown are not the sealed ones. */
  'opened-otherwise',
  /** There was no seal to open. */
  'opens-nothing',
] as const;
export type RecountFault = (typeof RECOUNT_FAULTS)[number];

interface Counted {
  currency: Currency;
  amount: number;
  /** Null while they are sealed. */
  votes: EntryVotes | null;
  sealed: string | null;
  isTakenBack: boolean;
}

type Continuation = ContinuationEntry & {
  /** Index in the log. */
  entry: number;
};

const nomineeOf = ({ artistId, categoryId }: NominationEntry) => `${artistId} ${categoryId}`;

/** Recounts a log entry by entry, from nothing but its entries. */
export class Recount {
  readonly #tree: GrowingTree;
  /** By index; undefined where an entry counts no payment. */
  readonly #counted: (Counted | undefined)[] = [];
  readonly #nominations = new Map<string, NominationEntry>();
  /** Ids of all nominations of an artist in a category: several after a merge of artists. */
  readonly #idsOf = new Map<string, Set<string>>();
  /** Index of the first entry that names a nomination. */
  readonly #namedAt = new Map<string, number>();
  readonly #receipts = new Set<string>();
  readonly #votes = new Map<string, number>();
  readonly #money: Record<Currency, number> = { XAF: 0, USD: 0 };
  readonly #continuations: Continuation[] = [];
  readonly #faults: { entry: number; fault: RecountFault }[] = [];
  #payments = 0;
  #takenBack = 0;
  #sealed = 0;
  #openBelow = 0;

  /**
   * @param onNode called with each tree node above an entry, once everything below it is present
   */
  constructor(onNode: ((node: FullNode, hash: Hash) => void) | null = null) {
    this.#tree = new GrowingTree(onNode);
  }

  /** Number of entries so far. */
  get size(): number {
    return this.#tree.size;
  }

  root(): Uint8Array {
    return this.#tree.root();
  }

  /** Full subtrees of the tree, as `peaksOf` lists them. */
  peaks(): readonly Hash[] {
    return this.#tree.peaks;
  }

  /** Votes cast for a nomination, after the entries and openings so far. */
  votesOf(nomination: string): number {
    return this.#votes.get(nomination) ?? 0;
  }

  /** Votes that count for a nomination: also those of others with the same artist and category. */
  totalOf(nomination: string): number {
    const named = this.#nominations.get(nomination);
    const counting = (named && this.#idsOf.get(nomineeOf(named))) ?? [nomination];
    let total = 0;
    for (const id of counting) total += this.votesOf(id);
    return total;
  }

  /** Index below which all sealed entries must be opened. */
  get openBelow(): number {
    return this.#openBelow;
  }

  /** Adds the next entry, as it is in its bundle. */
  add(bytes: Uint8Array): void {
    const index = this.size;
    this.#tree.append(leafHash(bytes));
    const entry = readEntry(bytes);
    switch (entry?.kind) {
      case undefined:
        this.#addFault(index, 'malformed');
        return;
      case 'nomination':
        this.#name(index, entry);
        return;
      case 'opening':
        if (entry.below > index) this.#addFault(index, 'opens-too-much');
        else this.#openBelow = Math.max(this.#openBelow, entry.below);
        return;
      case 'take-back':
        this.#takeBack(index, entry.entry);
        return;
      case 'continuation':
        this.#continuations.push({ ...entry, entry: index });
        return;
      case 'count': {
        const { currency, amount, commitment } = entry;
        if (this.#receipts.has(commitment)) this.#addFault(index, 'counted-twice');
        this.#receipts.add(commitment);
        const votes = 'votes' in entry ? entry.votes : null;
        const sealed = 'sealed' in entry ? entry.sealed : null;
        this.#counted[index] = { currency, amount, votes, sealed, isTakenBack: false };
        this.#payments++;
        this.#money[currency] += amount;
        if (votes) this.#countVotes(index, votes);
        else this.#sealed++;
      }
    }
  }

  #name(index: number, entry: NominationEntry): void {
    const { nomination } = entry;
    const former = this.#nominations.get(nomination);
    if (former) this.#idsOf.get(nomineeOf(former))?.delete(nomination);
    else this.#namedAt.set(nomination, index);
    this.#nominations.set(nomination, entry);
    const ids = this.#idsOf.get(nomineeOf(entry)) ?? new Set();
    this.#idsOf.set(nomineeOf(entry), ids.add(nomination));
  }

  #takeBack(index: number, countedIndex: number): void {
    const counted = this.#counted[countedIndex];
    if (!counted || counted.isTakenBack) {
      this.#addFault(index, counted ? 'taken-back-twice' : 'takes-back-nothing');
      return;
    }
    counted.isTakenBack = true;
    this.#takenBack++;
    this.#money[counted.currency] -= counted.amount;
    if (counted.votes) this.#addVotes(counted.votes, -1);
  }

  /**
   * @param index of the voting entry; the entry that names the nomination must precede it, sealed
   *   or not
   */
  #countVotes(index: number, votes: EntryVotes): void {
    const isNamed = (nomination: string) => (this.#namedAt.get(nomination) ?? index) < index;
    if (!Object.keys(votes).every(isNamed)) this.#addFault(index, 'unknown-nomination');
    this.#addVotes(votes, 1);
  }

  #addVotes(votes: EntryVotes, sign: 1 | -1): void {
    for (const [nomination, count] of Object.entries(votes)) {
      this.#votes.set(nomination, this.votesOf(nomination) + sign * count);
    }
  }

  /** Adds an opening from a bundle; call it once all entries are added. */
  open(opening: SealOpening): void {
    const counted = this.#counted[opening.entry];
    if (counted?.votes !== null || counted.sealed === null) {
      this.#addFault(opening.entry, 'opens-nothing');
      return;
    }
    if (!opensSeal(counted.sealed, opening)) {
      this.#addFault(opening.entry, 'opened-otherwise');
      return;
    }
    counted.votes = opening.votes;
    this.#sealed--;
    if (!counted.isTakenBack) this.#countVotes(opening.entry, opening.votes);
  }

  /** Returns the indexes of the entries that should have been opened and were not. */
  stillSealed(): number[] {
    const indexes: number[] = [];
    for (let index = 0; index < this.#openBelow; index++) {
      if (this.#counted[index]?.votes === null) indexes.push(index);
    }
    return indexes;
  }

  #addFault(entry: number, fault: RecountFault): void {
    this.#faults.push({ entry, fault });
  }

  /** Returns the totals and the faults found; votes of sealed entries are in no total. */
  result() {
    const notOpened = this.stillSealed().map((entry) => ({ entry, fault: 'not-opened' as const }));
    return {
      entries: this.size,
      payments: this.#payments,
      takenBack: this.#takenBack,
      /** In minor units, minus what was reversed. */
      money: { ...this.#money },
      /** Counted payments whose votes are still secret. */
      sealed: this.#sealed,
      /** Votes by the nomination they were cast for. */
      votes: new Map(this.#votes),
      /** Votes by the nomination they count for, for each one that was ever named. */
      totals: new Map([...this.#nominations.keys()].map((id) => [id, this.totalOf(id)])),
      nominations: new Map(this.#nominations),
      /** Entries at which the log continued one of another name. */
      continuations: [...this.#continuations],
      faults: [...this.#faults, ...notOpened].sort((a, b) => a.entry - b.entry),
    };
  }
}
export type RecountResult = ReturnType<Recount['result']>;
