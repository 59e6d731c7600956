import { FIRST_EDITION } from '#shared/domain/editions';
import { areEqual, textOf } from '#shared/open-count/bytes';
import type { TreeHead } from '#shared/open-count/checkpoint';
import { readOpening, type SealOpening } from '#shared/open-count/entry';
import { GrowingTree, leafHash } from '#shared/open-count/merkle';
import { Recount, type RecountResult } from '#shared/open-count/recount';
import {
  bundlesOf,
  fromBundle,
  hashesOf,
  openedEdition,
  TILE_WIDTH,
  type Tile,
} from '#shared/open-count/tiles';
import { different } from './outcome';
import { inOrder, type Site } from './site';

interface GrowOptions {
  /** Called after each bundle. */
  onEntries: () => void;
  /** Called after each entry and opening, when the counted totals may have changed. */
  onStep?: () => void;
}

/** The recounted log as far as it has been read; grows from checkpoint to checkpoint. */
export class CountedLog {
  readonly #site: Site;
  readonly #recount = new Recount();
  readonly #seen: TreeHead | null;
  /** By edition: all its sealed entries before this one have been opened. */
  #openedBelow: ReadonlyMap<number, number> = new Map();

  /** @param seen tree head that this log must contain */
  constructor(site: Site, seen: TreeHead | null) {
    this.#site = site;
    this.#seen = seen;
  }

  get size(): number {
    return this.#recount.size;
  }

  totalOf(nominationId: string): number {
    return this.#recount.totalOf(nominationId);
  }

  result(): RecountResult {
    return this.#recount.result();
  }

  /**
   * Reads everything up to the checkpoint.
   * @throws Found when the content is not what was signed, or is invalid
   */
  async growTo(
    head: TreeHead,
    { onEntries, onStep = () => undefined }: GrowOptions,
  ): Promise<void> {
    const tiles = bundlesOf(this.size, head.size);
    let at = 0;
    for await (const entries of inOrder(tiles, (tile) => this.#entriesOf(tile))) {
      const tile = tiles[at++];
      for (const entry of entries.slice(this.size - (tile?.index ?? 0) * TILE_WIDTH)) {
        this.#recount.add(entry);
        onStep();
        this.#compareWithSeen();
      }
      onEntries();
    }
    if (!areEqual(this.#recount.root(), head.root)) throw await this.#alteredEntry(head);
    await this.#open(onStep);
    const [first] = this.result().faults;
    if (first) throw different({ what: 'fault', ...first });
  }

  #compareWithSeen(): void {
    if (this.size !== this.#seen?.size) return;
    if (!areEqual(this.#recount.root(), this.#seen.root)) {
      throw different({ what: 'rewritten', entries: this.size });
    }
  }

  async #entriesOf(tile: Tile): Promise<Uint8Array[]> {
    const bundle = await this.#site.tile(tile);
    const entries = bundle && fromBundle(bundle);
    if (entries?.length === tile.width) return entries;
    throw different({ what: 'unreadable', entry: tile.index * TILE_WIDTH });
  }

  async #open(onStep: () => void): Promise<void> {
    const tiles = this.#recount.bundlesToOpen();
    let at = 0;
    for await (const openings of inOrder(tiles, (tile) => this.#openingsOf(tile))) {
      const edition = openedEdition(tiles[at++] ?? { level: 'entries' }) ?? FIRST_EDITION;
      const openedBefore = this.#openedBelow.get(edition) ?? 0;
      for (const opening of openings.filter(({ entry }) => entry >= openedBefore)) {
        this.#recount.open(opening, edition);
        onStep();
      }
    }
    this.#openedBelow = new Map(this.#recount.openBelow);
  }

  async #openingsOf(tile: Tile): Promise<SealOpening[]> {
    const bundle = await this.#site.tile(tile);
    const lines = bundle && textOf(bundle)?.split('\n');
    // The last line ends with a newline, too.
    const openings = lines?.pop() === '' ? lines.map(readOpening) : [null];
    return openings.map((opening) => {
      if (!opening) throw different({ what: 'unreadable', entry: tile.index * TILE_WIDTH });
      return opening;
    });
  }

  /**
   * Finds the entry that is not what was signed, by the hashes that the log serves beside its
   * entries.
   */
  async #alteredEntry({ size, root }: TreeHead) {
    const tree = new GrowingTree();
    let altered: number | null = null;
    for (const bundle of bundlesOf(0, size)) {
      const entries = await this.#entriesOf(bundle);
      const hashes = hashesOf((await this.#site.tile({ ...bundle, level: 0 })) ?? new Uint8Array());
      for (const [at, hash] of hashes.entries()) {
        const entry = entries[at];
        const isSigned = entry !== undefined && areEqual(leafHash(entry), hash);
        if (!isSigned) altered ??= bundle.index * TILE_WIDTH + at;
        tree.append(hash);
      }
    }
    return altered !== null && areEqual(tree.root(), root)
      ? different({ what: 'altered', entry: altered })
      : different({ what: 'other-log', entries: size });
  }
}
