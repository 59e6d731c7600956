import { bytesOf } from '#shared/open-count/bytes';
import { checkpointText } from '#shared/open-count/checkpoint';
import {
  consistencySteps,
  type FullNode,
  GrowingTree,
  type Hash,
  leafHash,
  nodeHash,
  proofOf,
} from '#shared/open-count/merkle';
import { toNote, toVkey } from '#shared/open-count/note';
import { signerOf, signText } from '#shared/open-count/signer';
import { witnessRequest } from '#shared/open-count/witness';

const signer = signerOf('vote.example/count', 'log', new Uint8Array(32).fill(1));
const nodeAbove = ([left, ...rest]: Hash[]): Hash => {
  if (!left) throw new Error('a node above nothing');
  if (rest.length === 0) return left;
  const middle = (rest.length + 1) / 2;
  return nodeHash(
    nodeAbove([left, ...rest.slice(0, middle - 1)]),
    nodeAbove(rest.slice(middle - 1)),
  );
};

/** What a witness is sent by a log of numbered entries, or by one that tells another story. */
export const playedLog = (story = 'entry') => {
  const leavesOf = (size: number) =>
    Array.from({ length: size }, (_, index) => leafHash(bytesOf(`${story} ${index}`)));

  async function checkpoint(size: number): Promise<string> {
    const tree = new GrowingTree();
    for (const leaf of leavesOf(size)) tree.append(leaf);
    const text = checkpointText({ origin: signer.key.name, size, root: tree.root() });
    return toNote({ text, signatures: [await signText(signer, text)] });
  }

  return {
    origin: signer.key.name,
    vkey: toVkey(signer.key),
    checkpoint,
    /** Asks for a cosignature of that size by a witness that has seen the other. */
    async request(from: number, size: number): Promise<string> {
      const leaves = leavesOf(size);
      const read = async ({ height, index }: FullNode) =>
        nodeAbove(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height));
      const proof = await proofOf(consistencySteps(from, size), read);
      return witnessRequest(from, proof, await checkpoint(size));
    },
  };
};
