import { beforeEach, describe, expect, test } from 'vitest';
import { bytesOf, toBase64 } from './bytes';
import { checkpointText, openCheckpoint } from './checkpoint';
import {
  consistencySteps,
  EMPTY_ROOT,
  type FullNode,
  GrowingTree,
  type Hash,
  leafHash,
  nodeHash,
  proofOf,
} from './merkle';
import { parseSignatureLines, signatureLine, toNote } from './note';
import { cosignText, type Signer, signerOf, signText } from './signer';
import {
  MAX_WITNESS_REQUEST_BYTES,
  originHash,
  readWitnessAnswer,
  Witness,
  witnessRequest,
} from './witness';

const NOW = new Date('2026-11-28T20:15:30.900Z');
const seedOf = (number: number) => new Uint8Array(32).fill(number);
const log = signerOf('vote.example/count', 'log', seedOf(1));
const newerLogKey = signerOf('vote.example/count', 'log', seedOf(2));
const otherLog = signerOf('other.example/count', 'log', seedOf(3));
const signer = signerOf('witness.example/w1', 'witness', seedOf(4));

/** A log of numbered entries; those of a fork differ from the third on. */
function tree(size: number, isFork = false) {
  const leaves = Array.from({ length: size }, (_, index) =>
    leafHash(bytesOf(isFork && index >= 2 ? `forked ${index}` : `entry ${index}`)),
  );
  const growing = new GrowingTree();
  for (const leaf of leaves) growing.append(leaf);
  const read = async ({ height, index }: FullNode) =>
    subtree(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height));
  return {
    size,
    root: growing.root(),
    proofFrom: (older: number) => proofOf(consistencySteps(older, size), read),
  };
}

const subtree = (leaves: Hash[]): Hash => {
  const [only] = leaves;
  if (only && leaves.length === 1) return only;
  const middle = leaves.length / 2;
  return nodeHash(subtree(leaves.slice(0, middle)), subtree(leaves.slice(middle)));
};

interface Head {
  size: number;
  root: Hash;
}

async function checkpointOf({ size, root }: Head, by: readonly Signer[] = [log], extension = '') {
  const text = `${checkpointText({ origin: by[0]?.key.name ?? '', size, root })}${extension}`;
  return toNote({
    text,
    signatures: await Promise.all(by.map((signer) => signText(signer, text))),
  });
}

let kept: Map<string, string>;
let writesFail: boolean;
let witness: Witness;
beforeEach(() => {
  kept = new Map();
  writesFail = false;
  witness = new Witness({
    signer,
    logs: async () => [log.key, newerLogKey.key],
    memory: {
      read: async (name) => kept.get(name) ?? null,
      save: async (name, checkpoint) => {
        if (writesFail) throw new Error('the disk is full');
        kept.set(name, checkpoint);
      },
    },
    now: () => NOW,
  });
});

const send = (text: string) => witness.addCheckpoint(bytesOf(text));

/** Sends a tree as an honest log would. */
async function grow(size: number, from = 0) {
  const grown = tree(size);
  return send(witnessRequest(from, await grown.proofFrom(from), await checkpointOf(grown)));
}

const remembered = () => witness.checkpoint(originHash(log.key.name));

describe('a witness', () => {
  test('signs the first checkpoint it sees, and every one that has grown from it', async () => {
    const first = await grow(5);
    expect(first).toMatchObject({ status: 200, contentType: 'text/plain; charset=utf-8' });
    expect((await grow(13, 5)).status).toBe(200);
    expect((await grow(13, 13)).status).toBe(200);
    expect((await grow(300, 13)).status).toBe(200);
  });

  test('responds with one line, signed by its key at that second', async () => {
    const { body } = await grow(5);
    expect(body).toMatch(/^— witness\.example\/w1 [A-Za-z0-9+/]+=*\n$/);
    const checkpoint = `${await checkpointOf(tree(5))}${body}`;
    const { cosignatures } = await openCheckpoint(checkpoint, [log.key, signer.key]);
    expect(cosignatures.map(({ at }) => at)).toEqual([Date.parse('2026-11-28T20:15:30Z')]);
  });

  test('signs extension lines too', async () => {
    const checkpoint = await checkpointOf(tree(3), [log], 'of the log alone\n');
    const { status, body } = await send(witnessRequest(0, [], checkpoint));
    expect(status).toBe(200);
    const opened = await openCheckpoint(`${checkpoint}${body}`, [log.key, signer.key]);
    expect(opened.cosignatures).toHaveLength(1);
  });

  test('shows monitors the signed checkpoint, with the signatures it has verified', async () => {
    expect(await remembered()).toBeNull();
    const grown = tree(7);
    const checkpoint = await checkpointOf(grown, [log, newerLogKey]);
    const stranger = signatureLine(await signText(otherLog, 'whatever'));
    const { body } = await send(witnessRequest(0, [], `${checkpoint}${stranger}`));
    expect(await remembered()).toBe(`${checkpoint}${body}`);
    expect(await witness.checkpoint('../key')).toBeNull();
    expect(await witness.checkpoint(originHash('other.example/count'))).toBeNull();
  });

  test('signs an empty log', async () => {
    expect((await grow(0)).status).toBe(200);
    expect((await grow(0, 0)).status).toBe(200);
    expect((await grow(4, 0)).status).toBe(200);
  });

  test('returns nothing that it could not store', async () => {
    writesFail = true;
    await expect(grow(5)).rejects.toThrow('the disk is full');
    writesFail = false;
    expect((await grow(5)).status).toBe(200);
  });

  test('judges the second of two concurrent requests by the first', async () => {
    await grow(4);
    const both = await Promise.all([grow(9, 4), grow(6, 4)]);
    // Either may be first: their signatures are verified concurrently.
    const [won, lost] = both[0].status === 200 ? [9, both[1]] : [6, both[0]];
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(lost.body).toBe(`${won}\n`);
  });

  test('does not trust a stored checkpoint that it has not signed', async () => {
    await grow(4);
    const altered = await checkpointOf(tree(4, true));
    kept.set(originHash(log.key.name), altered);
    await expect(grow(9, 4)).rejects.toThrow('was not signed by its key');
  });
});

describe('400 for', () => {
  const hash = toBase64(seedOf(9));
  const malformed: [string, (checkpoint: string) => string | Uint8Array][] = [
    ['nothing', () => ''],
    ['a checkpoint alone', (checkpoint) => checkpoint],
    ['no newline at all', () => 'old 0'],
    ['no empty line', (checkpoint) => `old 0\n${checkpoint}`],
    ['an empty line too many', (checkpoint) => `old 0\n\n\n${checkpoint}`],
    ['no old size', (checkpoint) => `\n\n${checkpoint}`],
    ['another word', (checkpoint) => `Old 0\n\n${checkpoint}`],
    ['two spaces', (checkpoint) => `old  0\n\n${checkpoint}`],
    ['a leading zero', (checkpoint) => `old 00\n\n${checkpoint}`],
    ['a leading zero before a size', (checkpoint) => `old 05\n\n${checkpoint}`],
    ['a negative size', (checkpoint) => `old -1\n\n${checkpoint}`],
    ['a size with a sign', (checkpoint) => `old +1\n\n${checkpoint}`],
    ['half a size', (checkpoint) => `old 1.5\n\n${checkpoint}`],
    ['a size in hex', (checkpoint) => `old 0x1\n\n${checkpoint}`],
    ['a size beyond what can be counted', (checkpoint) => `old 9007199254740992\n\n${checkpoint}`],
    ['lines that end as on Windows', (checkpoint) => `old 0\r\n\r\n${checkpoint}`],
    ['one line that ends as on Windows', (checkpoint) => `old 0\r\n\n${checkpoint}`],
    ['a mark before the text', (checkpoint) => `\ufeffold 0\n\n${checkpoint}`],
    ['a hash that is too short', (checkpoint) => `old 1\n${hash.slice(4)}\n\n${checkpoint}`],
    ['a hash without padding', (checkpoint) => `old 1\n${hash.slice(0, -1)}\n\n${checkpoint}`],
    ['64 hashes', (checkpoint) => `old 1\n${`${hash}\n`.repeat(64)}\n${checkpoint}`],
    [
      'a checkpoint without signatures',
      () => `old 0\n\n${checkpointText({ origin: log.key.name, ...tree(3) })}`,
    ],
    ['a note that is no checkpoint', () => 'old 0\n\nvote.example/count\n\n— a b\n'],
    ['a last line that does not end', (checkpoint) => `old 0\n\n${checkpoint.slice(0, -1)}`],
    [
      'a size of the log that is negative',
      (checkpoint) => `old 0\n\n${checkpoint.replace('\n3\n', '\n-3\n')}`,
    ],
    [
      'a size of the log with a leading zero',
      (checkpoint) => `old 0\n\n${checkpoint.replace('\n3\n', '\n03\n')}`,
    ],
    [
      'bytes that are no UTF-8',
      (checkpoint) => Uint8Array.of(...bytesOf(`old 0\n\n${checkpoint}`), 0xff),
    ],
    [
      'more than anybody has to read',
      (checkpoint) => `old 0\n\n${checkpoint}${'— a AAAAAAAA\n'.repeat(20_000)}`,
    ],
    [
      'more signatures than anybody has',
      (checkpoint) => `old 0\n\n${checkpoint}${'— a AAAAAAAA\n'.repeat(200)}`,
    ],
  ];
  test.each(malformed)('%s', async (_what, bend) => {
    const bent = bend(await checkpointOf(tree(3)));
    const body = typeof bent === 'string' ? bytesOf(bent) : bent;
    expect(await witness.addCheckpoint(body)).toMatchObject({ status: 400 });
    expect(await remembered()).toBeNull();
  });

  test('an old size above the new one, whatever was seen before', async () => {
    await grow(5);
    const checkpoint = await checkpointOf(tree(3));
    expect((await send(witnessRequest(4, [], checkpoint))).status).toBe(400);
    expect((await send(witnessRequest(5, [], checkpoint))).status).toBe(400);
  });

  test('the largest valid request: 63 hashes, 16 signatures', async () => {
    const others = Array.from({ length: 15 }, (_, number) =>
      signerOf(`signer-${number}.example`, 'log', seedOf(100 + number)),
    );
    await grow(1);
    const checkpoint = await checkpointOf(tree(3), [log, ...others]);
    expect((await send(witnessRequest(1, await tree(3).proofFrom(1), checkpoint))).status).toBe(
      200,
    );
    const longest = Array.from({ length: 63 }, () => seedOf(9));
    expect((await send(witnessRequest(3, longest, await checkpointOf(tree(9))))).status).toBe(422);
  });
});

describe('404 for', () => {
  test('a log that is not configured, even if validly signed', async () => {
    const { status } = await send(witnessRequest(0, [], await checkpointOf(tree(3), [otherLog])));
    expect(status).toBe(404);
  });
});

describe('403 for', () => {
  const signed = async (by: readonly Signer[], head: Head = tree(3)) => {
    const text = checkpointText({ origin: log.key.name, ...head });
    return toNote({
      text,
      signatures: await Promise.all(by.map((signer) => signText(signer, text))),
    });
  };

  test('a checkpoint signed only by other keys', async () => {
    expect((await send(witnessRequest(0, [], await signed([otherLog])))).status).toBe(403);
    const sameName = signerOf(log.key.name, 'log', seedOf(50));
    expect((await send(witnessRequest(0, [], await signed([sameName])))).status).toBe(403);
  });

  test('a signature of another text', async () => {
    const text = checkpointText({ origin: log.key.name, ...tree(3) });
    const signature = await signText(log, text.replace('\n3\n', '\n4\n'));
    expect(
      (await send(witnessRequest(0, [], toNote({ text, signatures: [signature] })))).status,
    ).toBe(403);
  });

  test('one invalid signature of a known key, beside a valid one of another key or the same', async () => {
    const text = checkpointText({ origin: log.key.name, ...tree(3) });
    const good = await signText(log, text);
    for (const key of [newerLogKey.key, log.key]) {
      const bad = { ...good, id: key.id, bytes: seedOf(0) };
      for (const signatures of [
        [good, bad],
        [bad, good],
      ]) {
        expect((await send(witnessRequest(0, [], toNote({ text, signatures })))).status).toBe(403);
      }
    }
  });

  test('additional signatures by unknown keys, valid or not', async () => {
    const text = checkpointText({ origin: log.key.name, ...tree(3) });
    const good = await signText(log, text);
    const strange = [
      { ...good, name: 'stranger.example' },
      { ...good, id: Uint8Array.of(1, 2, 3, 4) },
    ];
    const note = toNote({ text, signatures: [...strange, good] });
    expect((await send(witnessRequest(0, [], note))).status).toBe(200);
  });
});

describe('409 for', () => {
  test('an old size that differs from the signed one, with that size', async () => {
    expect(await grow(9, 4)).toMatchObject({
      status: 409,
      contentType: 'text/x.tlog.size',
      body: '0\n',
    });
    await grow(5);
    expect(await grow(9, 4)).toMatchObject({
      status: 409,
      contentType: 'text/x.tlog.size',
      body: '5\n',
    });
    expect(await grow(9)).toMatchObject({ status: 409, body: '5\n' });
    expect(await grow(3)).toMatchObject({ status: 409, body: '5\n' });
  });
});

describe('422 for', () => {
  test('a fork, larger or of the same size', async () => {
    await grow(5);
    for (const size of [5, 6, 8, 13]) {
      const fork = tree(size, true);
      const request = witnessRequest(5, await fork.proofFrom(5), await checkpointOf(fork));
      expect((await send(request)).status).toBe(422);
    }
    expect((await grow(13, 5)).status).toBe(200);
  });

  test('a proof that is too short, too long, or changed', async () => {
    await grow(5);
    const grown = tree(13);
    const proof = await grown.proofFrom(5);
    const checkpoint = await checkpointOf(grown);
    const wrong = [
      [],
      proof.slice(1),
      proof.slice(0, -1),
      [...proof, seedOf(1)],
      [...proof].reverse(),
    ];
    for (const wrongProof of wrong) {
      expect((await send(witnessRequest(5, wrongProof, checkpoint))).status).toBe(422);
    }
  });

  test('a proof where none is needed', async () => {
    const checkpoint = await checkpointOf(tree(3));
    expect((await send(witnessRequest(0, [seedOf(1)], checkpoint))).status).toBe(422);
    await grow(3);
    expect((await send(witnessRequest(3, [seedOf(1)], checkpoint))).status).toBe(422);
  });

  test('an empty log with a wrong root', async () => {
    const head = { size: 0, root: seedOf(7) };
    expect((await send(witnessRequest(0, [], await checkpointOf(head)))).status).toBe(422);
    expect(EMPTY_ROOT).not.toEqual(head.root);
  });
});

describe('the log reads', () => {
  const text = checkpointText({ origin: log.key.name, ...tree(3) });
  const read = (status: number, body: string, contentType = 'text/plain') =>
    readWitnessAnswer({ status, contentType, body }, text, signer.key, NOW);
  const lineOf = async (by: Signer, seconds: number) =>
    signatureLine(await cosignText(by, text, seconds));
  const seconds = Math.floor(NOW.getTime() / 1000);
  const other = signerOf('witness.example/w2', 'witness', seedOf(8));

  test("a witness's signature, among those of unknown keys", async () => {
    const line = await lineOf(signer, seconds);
    const lines = `${await lineOf(other, seconds)}${line}`;
    expect(await read(200, lines)).toEqual({
      outcome: 'cosigned',
      signature: parseSignatureLines(line)[0],
      at: new Date(seconds * 1000),
    });
  });

  test('no signature in responses that have none by its key', async () => {
    const impostor = { ...signer, secret: other.secret };
    const line = await lineOf(signer, seconds);
    for (const body of [
      '',
      '\n',
      'OK',
      '<html></html>\n',
      await lineOf(other, seconds),
      await lineOf(impostor, seconds),
      line.replace('—', '-'),
      line.replace('witness.example/w1', 'witness.example/w2'),
      signatureLine(await cosignText(signer, `${text}more\n`, seconds)),
      signatureLine(await signText(signer, text)),
      await lineOf(signer, 0),
      await lineOf(signer, seconds + 3_600),
      await lineOf(signer, Number.MAX_SAFE_INTEGER),
    ]) {
      expect(await read(200, body)).toMatchObject({ outcome: 'unusable' });
    }
  });

  test('the size that a witness has seen', async () => {
    expect(await read(409, '12\n', 'text/x.tlog.size')).toEqual({
      outcome: 'other-size',
      size: 12,
    });
    expect(await read(409, '0\n', 'text/x.tlog.size')).toEqual({ outcome: 'other-size', size: 0 });
    const withCharset = await read(409, '12\n', 'text/x.tlog.size; charset=utf-8');
    expect(withCharset).toEqual({ outcome: 'other-size', size: 12 });
    for (const body of ['', '12', '012\n', '-1\n', '12\r\n', '12\n\n', '9'.repeat(20), '1e3\n']) {
      expect(await read(409, body, 'text/x.tlog.size')).toMatchObject({ outcome: 'unusable' });
    }
    expect(await read(409, '12\n')).toMatchObject({ outcome: 'unusable' });
  });

  test('that a witness has seen another log, and any other status as unusable', async () => {
    expect(await read(422, 'whatever')).toEqual({ outcome: 'forked' });
    for (const status of [201, 302, 400, 403, 404, 429, 500, 503]) {
      expect(await read(status, await lineOf(signer, seconds))).toEqual({
        outcome: 'unusable',
        reason: `HTTP ${status}`,
      });
    }
  });

  test("a witness's responses, whatever the sizes", async () => {
    for (let size = 0; size <= 20; size++) {
      for (let from = 0; from <= size; from++) {
        kept.clear();
        await grow(from);
        const grown = tree(size);
        const answer = await grow(size, from);
        const sent = checkpointText({ origin: log.key.name, ...grown });
        const verdict = await readWitnessAnswer(answer, sent, signer.key, NOW);
        expect(verdict.outcome).toBe('cosigned');
      }
    }
  });
});

test('the longest request allowed by the specification can be read', async () => {
  const signatures = Array.from({ length: 16 }, (_, number) => ({
    name: `a-signer-with-quite-a-long-name-${number}.example`,
    id: Uint8Array.of(0, 0, 0, number),
    bytes: new Uint8Array(5_000),
  }));
  const note = toNote({ text: checkpointText({ origin: 'log.example', ...tree(3) }), signatures });
  const proof = Array.from({ length: 63 }, () => seedOf(1));
  const longest = witnessRequest(Number.MAX_SAFE_INTEGER, proof, note);
  expect(bytesOf(longest).length).toBeLessThan(MAX_WITNESS_REQUEST_BYTES);
  expect((await send(longest)).status).toBe(404);
});
