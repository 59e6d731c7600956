import fc from 'fast-check';
import { expect, test } from 'vitest';
import vectors from '../../tests/vectors/notes.json';
import { bytesOf, toBase64 } from './bytes';
import { checkpointText, openCheckpoint, parseCheckpointText } from './checkpoint';
import { leafHash } from './merkle';
import { NoteError, parseNote, toNote } from './note';
import { cosignText, type Signer, signerOf, signText } from './signer';

const { go, c2sp } = vectors;
const ROOT = 'bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=';

test('a checkpoint is written and read as in other implementations', () => {
  const head = {
    origin: 'go.sum database tree',
    size: go.treeSize,
    root: leafHash(bytesOf(go.treeOf)),
  };
  expect(checkpointText(head)).toBe(go.tree);
  expect(parseCheckpointText(go.tree)).toEqual(head);
  expect(parseCheckpointText(parseNote(c2sp.cosigned).text)).toMatchObject({
    origin: 'example.com/behind-the-sofa',
    size: 20_852_163,
  });
});

test('extension lines after the first three are ignored, unless one is empty', () => {
  for (const more of ['JOE\n', 'JOE\n'.repeat(1_000), '— a b\n', ' \n']) {
    expect(parseCheckpointText(go.tree + more)).toEqual(parseCheckpointText(go.tree));
  }
});

test.each([
  ...go.malformedTrees,
  '',
  '\n',
  '\n\n\n',
  `a\n1\n${ROOT}`,
  `a\n1\n`,
  `a\n1\n\n`,
  `\n1\n${ROOT}\n`,
  `a\n\n${ROOT}\n`,
  `a\n01\n${ROOT}\n`,
  `a\n00\n${ROOT}\n`,
  `a\n-1\n${ROOT}\n`,
  `a\n+1\n${ROOT}\n`,
  `a\n1.0\n${ROOT}\n`,
  `a\n1e3\n${ROOT}\n`,
  `a\n0x1\n${ROOT}\n`,
  `a\n 1\n${ROOT}\n`,
  `a\n1 \n${ROOT}\n`,
  `a\n١\n${ROOT}\n`,
  `a\n9007199254740992\n${ROOT}\n`,
  `a\n18446744073709551615\n${ROOT}\n`,
  `a\n${'9'.repeat(400)}\n${ROOT}\n`,
  `a\n1\n${ROOT} \n`,
  `a\n1\n${ROOT.slice(0, -1)}\n`,
  `a\n1\n${toBase64(new Uint8Array(31))}\n`,
  `a\n1\n${toBase64(new Uint8Array(33))}\n`,
  `a\n1\n${ROOT}\n\n`,
  `a\n1\n${ROOT}\n\nmore\n`,
  `a\n1\n${ROOT}\nmore`,
  `a\n1\n${ROOT}\nmore\n\n`,
])('%j is not a checkpoint', (text) => {
  expect(() => parseCheckpointText(text)).toThrow(NoteError);
});

test('the largest size is the largest exact integer', () => {
  expect(parseCheckpointText(`a\n9007199254740991\n${ROOT}\n`).size).toBe(2 ** 53 - 1);
  expect(parseCheckpointText(`a\n0\n${ROOT}\n`).size).toBe(0);
});

test('a parsed checkpoint is written as it was, without its extension lines', () => {
  const line = fc.string({ unit: fc.constantFrom(...'a019 +/=\n'), maxLength: 3 });
  fc.assert(
    fc.property(line, fc.oneof(fc.nat().map(String), line), line, (origin, size, more) => {
      const text = `${origin}\n${size}\n${ROOT}\n${more}`;
      try {
        const read = checkpointText(parseCheckpointText(text));
        expect(text.startsWith(read)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(NoteError);
      }
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

const secret = (byte: number) => new Uint8Array(32).fill(byte);
const log = signerOf('log.example/count', 'log', secret(1));
const newLog = signerOf('log.example/count', 'log', secret(2));
const witness = signerOf('w.example', 'witness', secret(3));
const witnessOfLogsName = signerOf('log.example/count', 'witness', secret(4));
const TEXT = `log.example/count\n7\n${ROOT}\n`;

async function signed(text: string, ...signers: Signer[]): Promise<string> {
  const signatures = await Promise.all(
    signers.map((signer) =>
      signer.key.type === 'log' ? signText(signer, text) : cosignText(signer, text, 1_700_000_000),
    ),
  );
  return toNote({ text, signatures });
}

test('a checkpoint is valid when a known key of the log has signed it', async () => {
  const note = await signed(TEXT, newLog, log, witness);
  const keys = [log.key, newLog.key, witness.key];
  const opened = await openCheckpoint(note, keys);
  expect(opened).toMatchObject({ origin: 'log.example/count', size: 7 });
  expect(opened.signatures.map(({ key }) => key)).toEqual([newLog.key, log.key]);
  expect(opened.cosignatures.map(({ key, at }) => [key, at])).toEqual([
    [witness.key, 1_700_000_000_000],
  ]);
  // Before and after a change of keys, for clients that have only one of them.
  for (const known of [log, newLog]) {
    expect((await openCheckpoint(note, [known.key])).signatures).toHaveLength(1);
  }
});

test("signatures of witnesses alone are not enough, whatever their name, nor is another log's key", async () => {
  const keys = [log.key, witness.key, witnessOfLogsName.key];
  for (const note of [
    await signed(TEXT, witness),
    await signed(TEXT, witnessOfLogsName),
    await signed(TEXT, newLog),
    await signed(TEXT.replace('log.example', 'other.example'), log),
  ]) {
    await expect(openCheckpoint(note, keys)).rejects.toThrow('no key that we know has signed');
  }
});

test('a checkpoint that was changed after signing is rejected', async () => {
  const note = await signed(TEXT, log, witness);
  const keys = [log.key, witness.key];
  for (const other of [
    note.replace('\n7\n', '\n8\n'),
    note.replace('bjQL', 'cjQL'),
    note.replace(`${ROOT}\n`, `${ROOT}\nmore\n`),
  ]) {
    expect(other).not.toBe(note);
    await expect(openCheckpoint(other, keys)).rejects.toThrow(NoteError);
  }
});
