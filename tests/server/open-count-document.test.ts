import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '#server/config/paths';
import { toBase64, toHex } from '#shared/open-count/bytes';
import { canonicalJson, commitmentTo, sealOf } from '#shared/open-count/entry';
import { leafHash, nodeHash } from '#shared/open-count/merkle';
import { toVkey } from '#shared/open-count/note';
import { toBundle } from '#shared/open-count/tiles';
import {
  bytesLike,
  type CountSite,
  countSite,
  logSigner,
  signedNote,
  verifierAlone,
  WrittenLog,
} from '../support/count-site';

const RECEIPT_CODE = 'K7MP2X9QRT';
const RECEIPT_SALT = bytesLike('receipt', 16);
const VOTES_SALT = bytesLike('votes', 16);

/** The log of the document's example: an edition, a name, sealed votes, and their opening. */
function exampleLog(): WrittenLog {
  const log = new WrittenLog();
  log.begin(1, { nameFr: 'Prix de la musique' });
  const nomination = '5f0c1d2e-3b4a-4c5d-8e6f-708192a3b4c5';
  log.nominate(1, {
    nomination,
    artistId: '0b1c2d3e-4f50-4617-8283-94a5b6c7d8e9',
    artist: 'Zoë',
    categoryId: '9a8b7c6d-5e4f-4032-8110-f0e1d2c3b4a5',
  });
  const votes = { [nomination]: 3 };
  const entryIndex = log.add({
    v: 2,
    edition: 1,
    kind: 'count',
    minute: '2026-11-28T19:14Z',
    method: 'mobile-money',
    currency: 'XAF',
    amount: 300,
    commitment: commitmentTo(RECEIPT_SALT, RECEIPT_CODE),
    sealed: sealOf(VOTES_SALT, votes),
  });
  log.openings.set(entryIndex, { entry: entryIndex, salt: toBase64(VOTES_SALT), votes });
  log.open();
  return log;
}

describe('the example in docs/open-count.md', () => {
  const log = exampleLog();
  const signer = logSigner('example');
  let site: CountSite;
  let verifier: Awaited<ReturnType<typeof verifierAlone>>;
  beforeAll(async () => {
    [site, verifier] = await Promise.all([countSite(log, [signer]), verifierAlone()]);
  });
  afterAll(() => Promise.all([site?.close(), verifier?.remove()]));

  test('matches what the code of the log computes', async () => {
    const document = await readFile(path.join(PROJECT_ROOT, 'docs', 'open-count.md'), 'utf8');
    const block = (...lines: string[]) => `\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
    const texts = log.entries.map((entry) => new TextDecoder().decode(entry));
    const leaves = log.entries.map(leafHash) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
    const nodes = [nodeHash(leaves[0], leaves[1]), nodeHash(leaves[2], leaves[3])] as const;
    const [opening] = log.openings.values();
    const blocks = [
      block(toVkey(signer.key)),
      block(...(await signedNote(log, [signer])).trimEnd().split('\n')),
      block(...texts),
      block(`${toHex(toBundle(log.entries).slice(0, 8))} …`),
      block(
        ...leaves.map((leaf, index) => `leaf ${index}    ${toBase64(leaf)}`),
        `node 0–1  ${toBase64(nodes[0])}`,
        `node 2–3  ${toBase64(nodes[1])}`,
        `root      ${toBase64(nodeHash(...nodes))}`,
      ),
      block(canonicalJson(opening)),
      block(`receipt code  ${RECEIPT_CODE}`, `salt          ${toBase64(RECEIPT_SALT)}`),
    ];
    for (const expected of blocks) expect(document).toContain(expected);
  });

  test('is accepted by the verifier', async () => {
    const { code, text } = await verifier.run(site.url, '--key', toVkey(signer.key));
    expect(text).toContain('3 public votes for 1 nomination; 0 payments still sealed');
    expect(code).toBe(0);
  });
});
