import { bytesOf, concatBytes, textOf } from '#shared/open-count/bytes';
import { checkpointText } from '#shared/open-count/checkpoint';
import { type Entry, entryBytes } from '#shared/open-count/entry';
import {
  consistencySteps,
  type FullNode,
  GrowingTree,
  type Hash,
  inclusionSteps,
  leafHash,
  proofOf,
} from '#shared/open-count/merkle';
import { toNote, toVkey, type VerifierKey } from '#shared/open-count/note';
import { type ProofExtra, toProof } from '#shared/open-count/proof';
import { type Signer, signerOf, signText } from '#shared/open-count/signer';
import type { ReadTile } from '#shared/open-count/tiles';
import { witnessRequest } from '#shared/open-count/witness';

const ORIGIN = 'vote.example/count';

/** A log kept in memory and signed by its own key, for tests of verifiers. */
export class SmallLog {
  readonly #signer: Signer;
  readonly #leaves: Hash[] = [];
  readonly #entries: Uint8Array[] = [];

  /** @param seed of its key: one byte is enough to distinguish logs */
  constructor(seed = 1) {
    this.#signer = signerOf(ORIGIN, 'log', new Uint8Array(32).fill(seed));
  }

  /**
   * Creates a log of this many numbered lines, which are no entries: a witness does not read them.
   */
  static ofLines(count: number, prefix = 'entry'): SmallLog {
    const log = new SmallLog();
    for (let line = 0; line < count; line++) log.#append(bytesOf(`${prefix} ${line}`));
    return log;
  }

  get key(): VerifierKey {
    return this.#signer.key;
  }

  get vkey(): string {
    return toVkey(this.key);
  }

  get size(): number {
    return this.#entries.length;
  }

  /** @returns the index of the entry */
  add(entry: Entry): number {
    return this.#append(entryBytes(entry));
  }

  async checkpoint(size = this.size): Promise<string> {
    const { name } = this.key;
    const text = checkpointText({ origin: name, size, root: this.#treeOf(size).root() });
    return toNote({ text, signatures: [await signText(this.#signer, text)] });
  }

  /** Returns a proof as in a receipt. @param extra what only the receipt's owner knows */
  async proof(
    index: number,
    extra: Omit<ProofExtra, 'entry'> = {},
    size = this.size,
  ): Promise<string> {
    const path = await proofOf(inclusionSteps(index, size), this.#read);
    const entry = textOf(this.#entries[index] ?? new Uint8Array()) ?? '';
    const checkpoint = await this.checkpoint(size);
    return toProof({ extra: JSON.stringify({ entry, ...extra }), index, path, checkpoint });
  }

  /** The request to a witness that has seen the log of one size to sign that of another. */
  async cosignatureRequest(from: number, size: number): Promise<string> {
    const proof = await proofOf(consistencySteps(from, size), this.#read);
    return witnessRequest(from, proof, await this.checkpoint(size));
  }

  /** The tiles of logs of up to 256 entries: one, of their leaves. */
  readTile: ReadTile = ({ width }) => Promise.resolve(concatBytes(...this.#leaves.slice(0, width)));

  #append(bytes: Uint8Array): number {
    this.#entries.push(bytes);
    return this.#leaves.push(leafHash(bytes)) - 1;
  }

  #treeOf(size: number, from = 0): GrowingTree {
    const tree = new GrowingTree();
    for (const leaf of this.#leaves.slice(from, from + size)) tree.append(leaf);
    return tree;
  }

  #read = ({ height, index }: FullNode): Promise<Hash> =>
    Promise.resolve(this.#treeOf(2 ** height, index * 2 ** height).root());
}
