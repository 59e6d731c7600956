import fc from 'fast-check';
import { expect, test } from 'vitest';
import vectors from '../../tests/vectors/notes.json';
import { bytesOf, concatBytes, fromBase64, toBase64, toHex } from './bytes';
import { signEd25519 } from './ed25519';
import {
  cosignatureBytes,
  cosignedText,
  KEY_TYPES,
  keyId,
  NoteError,
  type NoteSignature,
  parseNote,
  parseSignatureLines,
  parseVkey,
  signatureLine,
  toNote,
  toVkey,
  verifiedSignatures,
  verifierKey,
} from './note';
import { parseSigningKey, signerOf, signText, toSigningKey } from './signer';

const { go, c2sp } = vectors;
const [PETER = '', ENOCH = ''] = go.keys;
const [PETERS = '', ENOCHS = ''] = go.signatures;

const open = (text: string, ...keys: string[]) =>
  verifiedSignatures(parseNote(text), keys.map(parseVkey));
const names = (verified: { key: { name: string } }[]) => verified.map(({ key }) => key.name);

test('verifier keys of other implementations are read and written unchanged', () => {
  for (const vkey of [PETER, ENOCH, c2sp.key]) {
    expect(toVkey(parseVkey(vkey))).toBe(vkey);
    expect(parseVkey(vkey).type).toBe('log');
  }
});

test('a truncated or changed verifier key is rejected', () => {
  for (let from = 0; from <= PETER.length; from++) {
    for (let to = from; to <= PETER.length; to++) {
      if (to - from < PETER.length) {
        expect(() => parseVkey(PETER.slice(from, to))).toThrow(NoteError);
      }
    }
    const letter = String.fromCharCode(PETER.charCodeAt(from) + 1);
    const changed = PETER.slice(0, from) + letter + PETER.slice(from + 1);
    if (from < PETER.length) expect(() => parseVkey(changed)).toThrow(NoteError);
  }
  for (const vkey of go.malformedKeys) expect(() => parseVkey(vkey)).toThrow(NoteError);
  expect(() => parseVkey(`${PETER}\n`)).toThrow(NoteError);
  expect(() => parseVkey(PETER.replace('c74f20a3', 'C74F20A3'))).toThrow(NoteError);
});

test.each(['', 'a b', 'a+b', 'a\tb', 'a\nb', 'a\u00a0b', 'a\u2003b', 'a\u3000b', 'a\u0085b'])(
  '%j is not a key name',
  (name) => {
    expect(() => verifierKey(name, 'log', new Uint8Array(32))).toThrow(NoteError);
  },
);

test('the id of a key depends on its name, its type and the key itself', () => {
  const key = new Uint8Array(32).fill(7);
  const ids = [
    keyId('a', 'log', key),
    keyId('a', 'witness', key),
    keyId('b', 'log', key),
    keyId('a', 'log', key.with(31, 8)),
  ].map(toHex);
  expect(new Set(ids).size).toBe(ids.length);
  const witness = verifierKey('w.example/1', 'witness', key);
  expect(parseVkey(toVkey(witness))).toEqual(witness);
  expect(fromBase64(toVkey(witness).split('+')[2]!)?.[0]).toBe(KEY_TYPES.witness);
});

test('notes signed by other implementations are verified', async () => {
  expect(names(await open(c2sp.note, c2sp.key))).toEqual(['example.com/foo']);
  const both = `${go.text}\n${PETERS}${ENOCHS}`;
  expect(names(await open(both, PETER))).toEqual(['PeterNeumann']);
  expect(names(await open(both, PETER, ENOCH))).toEqual(['PeterNeumann', 'EnochRoot']);
  expect(await open(both)).toEqual([]);
});

test('a note is signed as in other implementations', async () => {
  const signer = parseSigningKey(go.signingKey);
  expect(toSigningKey(signer)).toBe(go.signingKey);
  expect(toVkey(signer.key)).toBe(PETER);
  const signatures = [await signText(signer, go.text)];
  expect(toNote({ text: go.text, signatures })).toBe(`${go.text}\n${PETERS}`);
});

test('a truncated or changed signing key is rejected', () => {
  const key = go.signingKey;
  for (let from = 0; from < key.length; from++) {
    expect(() => parseSigningKey(key.slice(from + 1))).toThrow(NoteError);
    expect(() => parseSigningKey(key.slice(0, from))).toThrow(NoteError);
    const letter = String.fromCharCode(key.charCodeAt(from) + 1);
    const changed = key.slice(0, from) + letter + key.slice(from + 1);
    expect(() => parseSigningKey(changed), changed).toThrow(NoteError);
  }
});

test('empty lines belong to the text, except the last one', () => {
  const { text, signatures } = parseNote(c2sp.poem);
  expect(text.split('\n')).toEqual([
    'Ognuno sta solo sul cuor della terra',
    'trafitto da un raggio di sole:',
    '',
    'ed è subito sera.',
    '',
  ]);
  expect(signatures.map(({ name }) => name)).toEqual(['quasimodo.example/salvatore']);
  expect(parseNote(`a\n\n\n${PETERS}`).text).toBe('a\n\n');
  expect(parseNote(`\n\n${PETERS}`).text).toBe('\n');
});

test.each<[string, string]>([
  ['no signatures', go.text],
  ['a blank line and no signatures', `${go.text}\n`],
  ['two blank lines and no signatures', `${go.text}\n\n`],
  ['no blank line', `${go.text}${PETERS}`],
  ['no text', PETERS],
  ['one empty line and no text', `\n${PETERS}`],
  ['no newline at the end', `${go.text}\n${PETERS.slice(0, -1)}`],
  ['a line that is not a signature', `${go.text}\n${PETERS}Unexpected line.\n`],
  ['a blank line after the signatures', `${go.text}\n${PETERS}\n`],
  ['a blank line between them', `${go.text}\n${PETERS}\n\n${ENOCHS}x`],
  ['carriage returns', `${go.text}\n${PETERS}`.replaceAll('\n', '\r\n')],
  ['a carriage return', `${go.text.replace('\n', '\r\n')}\n${PETERS}`],
  ['a NUL', `\0${go.text}\n${PETERS}`],
  ['a tab', `a\tb\n\n${PETERS}`],
  ['a control character', `\u0001${go.text}\n${PETERS}`],
  ['the last control character', `\u001f${go.text}\n${PETERS}`],
  ['half of a pair of surrogates', `\ud800${go.text}\n${PETERS}`],
  ['the other half', `\udc00${go.text}\n${PETERS}`],
  ['a name with a space', `${go.text}\n${PETERS.replace('PeterNeumann', 'Bad Name')}`],
  ['a name with a plus sign', `${go.text}\n${PETERS.replace('PeterNeumann', 'Bad+Name')}`],
  ['a name with a space that does not break', `a\n\n${PETERS.replace('Peter', 'P\u00a0')}`],
  ['a line separator in the name', `a\n\n${PETERS.replace('Peter', 'P\u2028')}`],
  ['no name', `${go.text}\n${PETERS.replace('PeterNeumann ', '')}`],
  ['an empty name', `${go.text}\n${PETERS.replace('PeterNeumann', '')}`],
  ['a hyphen for the dash', `${go.text}\n${PETERS.replace('—', '-')}`],
  ['an en dash', `${go.text}\n${PETERS.replace('—', '–')}`],
  ['no space after the dash', `${go.text}\n${PETERS.replace('— ', '—')}`],
  ['two spaces', `${go.text}\n${PETERS.replace('— ', '—  ')}`],
  ['a space before the dash', `${go.text}\n ${PETERS}`],
  ['a space at the end', `${go.text}\n${PETERS.replace('=\n', '= \n')}`],
  ['base 64 without padding', `${go.text}\n${PETERS.replace('=\n', '\n')}`],
  ['base 64 of addresses', `${go.text}\n${PETERS.replace('/', '_')}`],
  ['base 64 with bits that no byte has', `${go.text}\n${PETERS.replace('nAM=', 'nAN=')}`],
  ['a signature of nothing but an id', `${go.text}\n— PeterNeumann x08gow==\n`],
  ['an empty signature', `${go.text}\n— PeterNeumann \n`],
  ['101 signatures', `${go.text}\n${PETERS.repeat(101)}`],
  ['over a million characters', `${'a'.repeat(1_000_000)}\n\n${PETERS}`],
])('text with %s is not a note', (_what, text) => {
  expect(() => parseNote(text)).toThrow(NoteError);
});

test('a hundred signatures and nearly a million characters are read', async () => {
  const verified = await open(`${go.text}\n${PETERS.repeat(100)}`, PETER);
  expect(names(verified)).toEqual(['PeterNeumann']);
  expect(parseNote(`${'\n'.repeat(999_000)}\n${PETERS}`).signatures).toHaveLength(1);
  expect(parseNote(`a${' — a b'.repeat(160_000)}\n\n${PETERS}`).signatures).toHaveLength(1);
});

test('a wrong signature that names a known key invalidates the whole note', async () => {
  const changed = (text: string) => open(`${text}\n${ENOCHS}${PETERS}`, PETER, ENOCH);
  await expect(changed(`${go.text}.\n`)).rejects.toThrow(NoteError);
  await expect(changed(go.text.slice(1))).rejects.toThrow(NoteError);
  const [signature] = parseSignatureLines(PETERS);
  const line = (bytes: Uint8Array) => signatureLine({ ...signature!, bytes });
  const { bytes } = signature!;
  for (const wrong of [
    bytes.with(0, bytes[0]! ^ 1),
    bytes.with(63, bytes[63]! ^ 128),
    bytes.slice(0, 63),
    concatBytes(bytes, Uint8Array.of(0)),
    concatBytes(
      Uint8Array.from(atob('ABCD'), (letter) => letter.charCodeAt(0)),
      bytes,
    ),
    new Uint8Array(64),
    Uint8Array.of(1),
  ]) {
    await expect(open(`${go.text}\n${ENOCHS}${line(wrong)}`, ENOCH, PETER)).rejects.toThrow(
      'the signature of PeterNeumann was not made with its key',
    );
    // A valid one before it makes no difference.
    await expect(open(`${go.text}\n${PETERS}${line(wrong)}`, PETER)).rejects.toThrow(NoteError);
    // A signature by an unknown key could be anything.
    expect(names(await open(`${go.text}\n${line(wrong)}${ENOCHS}`, ENOCH))).toEqual(['EnochRoot']);
  }
});

test('a signature that has only the name, or only the id, of a known key is ignored', async () => {
  const [signature] = parseSignatureLines(PETERS);
  const others: NoteSignature[] = [
    { ...signature!, name: 'PeterNeuman' },
    { ...signature!, id: signature!.id.with(3, 0) },
  ];
  for (const other of others) {
    const text = `${go.text}\n${signatureLine(other)}`;
    expect(await open(text, PETER)).toEqual([]);
    expect(names(await open(`${text}${PETERS}`, PETER))).toEqual(['PeterNeumann']);
  }
});

const SECRET = new Uint8Array(32).fill(3);
const TEXT = 'example.com/log\n1\nbjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=\n';

async function witnessed(seconds: number, bytesOfLine = cosignatureBytes) {
  const { key } = signerOf('w.example', 'witness', SECRET);
  const signature = await signEd25519(SECRET, bytesOf(cosignedText(TEXT, seconds)));
  const { name, id } = key;
  const line = { name, id, bytes: bytesOfLine(seconds, signature) };
  return { key, note: parseNote(toNote({ text: TEXT, signatures: [line] })) };
}

test('a witness signs the text and its time, as specified', async () => {
  const [, line] = parseNote(c2sp.cosigned).signatures;
  const [text = ''] = c2sp.cosigned.split('\n\n');
  const seconds = Number(new DataView(line!.bytes.buffer).getBigUint64(0));
  expect(cosignedText(`${text}\n`, seconds)).toBe(c2sp.cosignedText);
  expect(cosignatureBytes(seconds, line!.bytes.slice(8))).toEqual(line!.bytes);

  const { key, note } = await witnessed(1_679_315_147);
  const [verified] = await verifiedSignatures(note, [key]);
  expect(verified).toMatchObject({ key, at: 1_679_315_147_000 });
});

test.each([1, 4_102_444_800, 8_640_000_000_000])('second %i is a valid time', async (at) => {
  const { key, note } = await witnessed(at);
  const [verified] = await verifiedSignatures(note, [key]);
  expect(new Date(verified!.at!).getTime()).toBe(at * 1000);
});

test.each([0, 8_640_000_000_001, Number.MAX_SAFE_INTEGER])(
  'second %i is not a valid time, because no date has it',
  async (at) => {
    const { key, note } = await witnessed(at);
    await expect(verifiedSignatures(note, [key])).rejects.toThrow(NoteError);
  },
);

test("a witness's line with another time, another length or no time is invalid", async () => {
  for (const bytesOfLine of [
    (seconds: number, signature: Uint8Array) => cosignatureBytes(seconds + 1, signature),
    (_seconds: number, signature: Uint8Array) => signature,
    (seconds: number, signature: Uint8Array) => cosignatureBytes(seconds, signature).slice(0, 71),
    (seconds: number, signature: Uint8Array) =>
      concatBytes(cosignatureBytes(seconds, signature), Uint8Array.of(0)),
    () => new Uint8Array(72).fill(255),
  ]) {
    const { key, note } = await witnessed(1_700_000_000, bytesOfLine);
    await expect(verifiedSignatures(note, [key])).rejects.toThrow(NoteError);
  }
});

test("a log's signature is not valid for a witness with the same key, nor the other way round", async () => {
  const log = signerOf('w.example', 'log', SECRET);
  const { key: witness, note } = await witnessed(1_700_000_000);
  expect(await verifiedSignatures(note, [log.key])).toEqual([]);
  const byLog = { text: TEXT, signatures: [await signText(log, TEXT)] };
  expect(await verifiedSignatures(byLog, [witness])).toEqual([]);
  expect(names(await verifiedSignatures(byLog, [log.key]))).toEqual(['w.example']);
});

test('any note that is accepted is written unchanged, and no input causes another error', () => {
  const letter = fc.constantFrom(
    ...'\n\n\n— ab+=é\t\r\0',
    '\ud83d\ude00',
    '\ud83d',
    '— a AAAAAAA=\n',
  );
  fc.assert(
    fc.property(fc.string({ unit: letter, maxLength: 40 }), (text) => {
      let note: ReturnType<typeof parseNote>;
      try {
        note = parseNote(text);
      } catch (error) {
        expect(error).toBeInstanceOf(NoteError);
        return;
      }
      expect(toNote(note)).toBe(text);
    }),
    { numRuns: 3_000, seed: 1 },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (vkey) => {
      expect(() => parseVkey(vkey)).toThrow(NoteError);
      expect(() => parseVkey(`a+00000000+${toBase64(bytesOf(vkey))}`)).toThrow(NoteError);
    }),
    { numRuns: 500, seed: 2 },
  );
});
