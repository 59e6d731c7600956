import type { Currency } from '../domain/pricing';
import {
  type ContinuationEntry,
  type EntryVotes,
  type NominationEntry,
  opensSeal,
  readEntry,
  type SealOpening,
} from './entry';
import { type FullNode, GrowingTree, type Hash, leafHash } from './merkle';

/** What an entry, or what claims to open one, has wrong. */
export const RECOUNT_FAULTS = [
  /** It is none of the entries that docs/open-count.md describes. */
  'malformed',
  /** Its receipt is that of an earlier entry: one payment counted again. */
  'counted-twice',
  /** It takes back what is no counted payment before it. */
  'takes-back-nothing',
  'taken-back-twice',
  /** It votes for what no entry before it has named. */
  'unknown-nomination',
  /** It opens what is after it. */
  'opens-too-much',
  /** It was to be opened and is not. */
  'not-opened',
  /** The votes shown are not those that were sealed. */
  'opened-otherwise',
  /** There was nothing sealed to open. */
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
  /** Its place in the log. */
  entry: number;
};

/** Counts a log again, entry by entry, and knows nothing but what its entries say. */
export class Recount {
  readonly #tree: GrowingTree;
  /** By place; nothing where an entry counts no payment. */
  readonly #counted: (Counted | undefined)[] = [];
  readonly #nominations = new Map<string, NominationEntry>();
  /** The place of the first entry that names a nomination. */
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

  /** @param onNode told of each node of the tree above an entry, once all below it are in */
  constructor(onNode: ((node: FullNode, hash: Hash) => void) | null = null) {
    this.#tree = new GrowingTree(onNode);
  }

  /** Entries so far. */
  get size(): number {
    return this.#tree.size;
  }

  root(): Uint8Array {
    return this.#tree.root();
  }

  /** The full parts of the tree, as `peaksOf` lists them. */
  peaks(): readonly Hash[] {
    return this.#tree.peaks;
  }

  /** As of the entries and openings so far. */
  votesOf(nomination: string): number {
    return this.#votes.get(nomination) ?? 0;
  }

  /** All sealed entries before this one are to be opened. */
  get openBelow(): number {
    return this.#openBelow;
  }

  /** The next entry, as it stands in its bundle. */
  add(bytes: Uint8Array): void {
    const index = this.size;
    this.#tree.append(leafHash(bytes));
    const entry = readEntry(bytes);
    switch (entry?.kind) {
      case undefined:
        this.#note(index, 'malformed');
        return;
      case 'nomination':
        if (!this.#nominations.has(entry.nomination)) this.#namedAt.set(entry.nomination, index);
        this.#nominations.set(entry.nomination, entry);
        return;
      case 'opening':
        if (entry.below > index) this.#note(index, 'opens-too-much');
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
        if (this.#receipts.has(commitment)) this.#note(index, 'counted-twice');
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

  #takeBack(index: number, place: number): void {
    const counted = this.#counted[place];
    if (!counted || counted.isTakenBack) {
      this.#note(index, counted ? 'taken-back-twice' : 'takes-back-nothing');
      return;
    }
    counted.isTakenBack = true;
    this.#takenBack++;
    this.#money[counted.currency] -= counted.amount;
    if (counted.votes) this.#addVotes(counted.votes, -1);
  }

  /** @param place of the entry that voted so; whom it votes for was said before it, sealed or not */
  #countVotes(place: number, votes: EntryVotes): void {
    const isNamed = (nomination: string) => (this.#namedAt.get(nomination) ?? place) < place;
    if (!Object.keys(votes).every(isNamed)) this.#note(place, 'unknown-nomination');
    this.#addVotes(votes, 1);
  }

  #addVotes(votes: EntryVotes, sign: 1 | -1): void {
    for (const [nomination, count] of Object.entries(votes)) {
      this.#votes.set(nomination, this.votesOf(nomination) + sign * count);
    }
  }

  /** What a bundle of openings says; to be called once all entries are in. */
  open(opening: SealOpening): void {
    const counted = this.#counted[opening.entry];
    if (counted?.votes !== null || counted.sealed === null) {
      this.#note(opening.entry, 'opens-nothing');
      return;
    }
    if (!opensSeal(counted.sealed, opening)) {
      this.#note(opening.entry, 'opened-otherwise');
      return;
    }
    counted.votes = opening.votes;
    this.#sealed--;
    if (!counted.isTakenBack) this.#countVotes(opening.entry, opening.votes);
  }

  /** Places of the entries that have to be opened and are not. */
  stillSealed(): number[] {
    const places: number[] = [];
    for (let place = 0; place < this.#openBelow; place++) {
      if (this.#counted[place]?.votes === null) places.push(place);
    }
    return places;
  }

  #note(entry: number, fault: RecountFault): void {
    this.#faults.push({ entry, fault });
  }

  /** What has been counted, and what was found; votes of sealed entries are in no total. */
  result() {
    const notOpened = this.stillSealed().map((entry) => ({ entry, fault: 'not-opened' as const }));
    return {
      entries: this.size,
      payments: this.#payments,
      takenBack: this.#takenBack,
      /** In minor units, less what was taken back. */
      money: { ...this.#money },
      /** Counted payments whose votes nobody may know yet. */
      sealed: this.#sealed,
      votes: new Map(this.#votes),
      nominations: new Map(this.#nominations),
      /** Where the log took the place of one of another name. */
      continuations: [...this.#continuations],
      faults: [...this.#faults, ...notOpened].sort((one, other) => one.entry - other.entry),
    };
  }
}
export type RecountResult = ReturnType<Recount['result']>;
