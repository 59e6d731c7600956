import { FIRST_EDITION } from '#shared/domain/editions';
import type { Currency } from '#shared/domain/pricing';
import {
  type ContinuationEntry,
  type CountEntry,
  type EditionEntry,
  type EntryVotes,
  editionOf,
  type NominationEntry,
  opensSeal,
  readEntry,
  type SealOpening,
} from './entry';
import { type FullNode, GrowingTree, type Hash, leafHash } from './merkle';
import { openingsLevel, TILE_WIDTH, type Tile } from './tiles';

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
  /** The entry is about an edition that no earlier entry has defined. */
  'unknown-edition',
  /** The entry votes for a nomination of another edition, or moves one to another edition. */
  'other-edition',
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
  edition: number;
  currency: Currency;
  amount: number;
  /** Null while they are sealed. */
  votes: EntryVotes | null;
  sealed: string | null;
  isTakenBack: boolean;
}

/** What was counted in an edition, or in all of them. */
interface Counts {
  payments: number;
  takenBack: number;
  /** In minor units, minus what was reversed. */
  money: Record<Currency, number>;
  /** Public votes, minus those withdrawn. */
  votes: number;
  /** Counted payments whose votes are still secret. */
  sealed: number;
}

export const noCounts = (): Counts => ({
  payments: 0,
  takenBack: 0,
  money: { XAF: 0, USD: 0 },
  votes: 0,
  sealed: 0,
});

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
  /** Of each edition that has entries. */
  readonly #sums = new Map<number, Counts>();
  /** Newest definition of each edition's number. */
  readonly #editions = new Map<number, EditionEntry>();
  readonly #openBelow = new Map<number, number>();
  readonly #continuations: Continuation[] = [];
  readonly #faults: { entry: number; fault: RecountFault }[] = [];

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

  /** By edition: the index below which all its sealed entries must be opened. */
  get openBelow(): ReadonlyMap<number, number> {
    return this.#openBelow;
  }

  /** Returns the bundles that open the entries which must be opened and are still sealed. */
  bundlesToOpen(): Tile[] {
    const bundles = new Map<string, Tile>();
    for (const entry of this.stillSealed()) {
      const edition = this.#counted[entry]?.edition ?? FIRST_EDITION;
      const index = Math.floor(entry / TILE_WIDTH);
      const below = this.#openBelow.get(edition) ?? 0;
      const width = Math.min(TILE_WIDTH, below - index * TILE_WIDTH);
      bundles.set(`${edition} ${index}`, { level: openingsLevel(edition), index, width });
    }
    return [...bundles.values()];
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
      case 'edition':
        this.#editions.set(entry.edition, entry);
        this.#sumsOf(entry.edition);
        return;
      case 'opening': {
        const edition = this.#editionOf(index, entry);
        if (entry.below > index) this.#addFault(index, 'opens-too-much');
        else {
          const before = this.#openBelow.get(edition) ?? 0;
          this.#openBelow.set(edition, Math.max(before, entry.below));
        }
        return;
      }
      case 'take-back':
        this.#takeBack(index, entry.entry);
        return;
      case 'continuation':
        this.#continuations.push({ ...entry, entry: index });
        return;
      case 'count':
        this.#count(index, entry);
    }
  }

  /** Returns the edition that an entry is about, which must be defined unless by version 1. */
  #editionOf(index: number, entry: Parameters<typeof editionOf>[0]): number {
    const edition = editionOf(entry);
    if (entry.v === 2 && !this.#editions.has(edition)) this.#addFault(index, 'unknown-edition');
    this.#sumsOf(edition);
    return edition;
  }

  #sumsOf(edition: number): Counts {
    const sums = this.#sums.get(edition) ?? noCounts();
    this.#sums.set(edition, sums);
    return sums;
  }

  #count(index: number, entry: CountEntry): void {
    const { currency, amount, commitment } = entry;
    if (this.#receipts.has(commitment)) this.#addFault(index, 'counted-twice');
    this.#receipts.add(commitment);
    const edition = this.#editionOf(index, entry);
    const votes = 'votes' in entry ? entry.votes : null;
    const sealed = 'sealed' in entry ? entry.sealed : null;
    const counted: Counted = { edition, currency, amount, votes, sealed, isTakenBack: false };
    this.#counted[index] = counted;
    const sums = this.#sumsOf(edition);
    sums.payments++;
    sums.money[currency] += amount;
    if (votes) this.#countVotes(index, counted, votes);
    else sums.sealed++;
  }

  #name(index: number, entry: NominationEntry): void {
    const { nomination } = entry;
    const edition = this.#editionOf(index, entry);
    const former = this.#nominations.get(nomination);
    if (former && editionOf(former) !== edition) this.#addFault(index, 'other-edition');
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
    const sums = this.#sumsOf(counted.edition);
    sums.takenBack++;
    sums.money[counted.currency] -= counted.amount;
    if (counted.votes) this.#addVotes(counted.edition, counted.votes, -1);
  }

  /**
   * @param index of the voting entry; the entry that names the nomination must precede it, sealed
   *   or not
   */
  #countVotes(index: number, { edition }: Counted, votes: EntryVotes): void {
    const voted = Object.keys(votes);
    const isNamed = (nomination: string) => (this.#namedAt.get(nomination) ?? index) < index;
    const isOfEdition = (nomination: string) => {
      const named = this.#nominations.get(nomination);
      return !named || editionOf(named) === edition;
    };
    if (!voted.every(isNamed)) this.#addFault(index, 'unknown-nomination');
    else if (!voted.every(isOfEdition)) this.#addFault(index, 'other-edition');
    this.#addVotes(edition, votes, 1);
  }

  #addVotes(edition: number, votes: EntryVotes, sign: 1 | -1): void {
    const sums = this.#sumsOf(edition);
    for (const [nomination, count] of Object.entries(votes)) {
      this.#votes.set(nomination, this.votesOf(nomination) + sign * count);
      sums.votes += sign * count;
    }
  }

  /**
   * Adds an opening from a bundle; call it once all entries are added.
   * @param edition of the bundle; null for an opening from elsewhere
   */
  open(opening: SealOpening, edition: number | null = null): void {
    const counted = this.#counted[opening.entry];
    const isOfBundle = edition === null || counted?.edition === edition;
    if (counted?.votes !== null || counted.sealed === null || !isOfBundle) {
      this.#addFault(opening.entry, 'opens-nothing');
      return;
    }
    if (!opensSeal(counted.sealed, opening)) {
      this.#addFault(opening.entry, 'opened-otherwise');
      return;
    }
    counted.votes = opening.votes;
    this.#sumsOf(counted.edition).sealed--;
    if (!counted.isTakenBack) this.#countVotes(opening.entry, counted, opening.votes);
  }

  /** Returns the indexes of the entries that should have been opened and were not. */
  stillSealed(): number[] {
    const indexes: number[] = [];
    const below = Math.max(0, ...this.#openBelow.values());
    for (let index = 0; index < below; index++) {
      const counted = this.#counted[index];
      if (counted?.votes !== null) continue;
      if (index < (this.#openBelow.get(counted.edition) ?? 0)) indexes.push(index);
    }
    return indexes;
  }

  /** Returns the sums over all editions. */
  #allSums(): Omit<Counts, 'votes'> {
    const all = noCounts();
    for (const { payments, takenBack, money, sealed } of this.#sums.values()) {
      all.payments += payments;
      all.takenBack += takenBack;
      all.money.XAF += money.XAF;
      all.money.USD += money.USD;
      all.sealed += sealed;
    }
    const { votes: _votes, ...sums } = all;
    return sums;
  }

  #addFault(entry: number, fault: RecountFault): void {
    this.#faults.push({ entry, fault });
  }

  /** Returns the totals and the faults found; votes of sealed entries are in no total. */
  result() {
    const notOpened = this.stillSealed().map((entry) => ({ entry, fault: 'not-opened' as const }));
    return {
      entries: this.size,
      ...this.#allSums(),
      /** What was counted in each edition that has entries. */
      editions: new Map([...this.#sums].map(([edition, sums]) => [edition, structuredClone(sums)])),
      /** What the number of each edition means. */
      editionNames: new Map(this.#editions),
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
