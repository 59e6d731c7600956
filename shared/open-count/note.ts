import { sha256 } from '@noble/hashes/sha2.js';
import { areEqual, bytesOf, concatBytes, fromBase64, toBase64, toHex } from './bytes';
import { verifyEd25519 } from './ed25519';

/**
 * Content that an Ed25519 key signs (c2sp.org/signed-note): a log signs the text, a witness also
 * the time.
 */
export const KEY_TYPES = { log: 0x01, witness: 0x04 } as const;
type KeyType = keyof typeof KEY_TYPES;

/** Owner of a signature: the contents of a verifier key. */
export interface VerifierKey {
  name: string;
  /** The first four bytes of a hash of name, type and key. */
  id: Uint8Array;
  type: KeyType;
  /** 32 bytes. */
  publicKey: Uint8Array;
}

export interface NoteSignature {
  name: string;
  id: Uint8Array;
  /** Content after the id: 64 bytes for a log; for a witness, preceded by eight bytes of time. */
  bytes: Uint8Array;
}

export interface SignedNote {
  /** Includes its final newline. */
  text: string;
  signatures: NoteSignature[];
}

/** An invalid note; its message is for people who know the formats. */
export class NoteError extends Error {}

const KEY_ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;
/** The last second of a JavaScript date; the specification allows 2^63 - 1. */
const MAX_SECONDS = 8_640_000_000_000n;
/** As in Go's sumdb/note: the specification requires at least 16, and some limit. */
const MAX_SIGNATURES = 100;
const MAX_CHARACTERS = 1_000_000;

const isKeyName = (name: string) => name !== '' && !/[\p{White_Space}+]/u.test(name);

export function keyId(name: string, type: KeyType, publicKey: Uint8Array): Uint8Array {
  return sha256(concatBytes(bytesOf(`${name}\n`), Uint8Array.of(KEY_TYPES[type]), publicKey)).slice(
    0,
    KEY_ID_BYTES,
  );
}

/** @throws NoteError for a name that no line of a note could contain */
export function verifierKey(name: string, type: KeyType, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new NoteError('a key name must not contain spaces or plus signs');
  return { name, type, publicKey, id: keyId(name, type, publicKey) };
}

/** Formats `name+id+key`, as published and configured. */
export const toVkey = ({ name, type, id, publicKey }: VerifierKey): string =>
  `${name}+${toHex(id)}+${toBase64(concatBytes(Uint8Array.of(KEY_TYPES[type]), publicKey))}`;

/** @throws NoteError if it is not a verifier key of an Ed25519 log or witness */
export function parseVkey(vkey: string): VerifierKey {
  const [, name, id, encoded] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/s.exec(vkey) ?? [];
  const key = encoded === undefined ? null : fromBase64(encoded);
  if (name === undefined || !key) throw new NoteError('not a verifier key');
  const type = (['log', 'witness'] as const).find((type) => KEY_TYPES[type] === key[0]);
  if (!type || key.length !== 1 + PUBLIC_KEY_BYTES) throw new NoteError('not an Ed25519 key');
  const verifier = verifierKey(name, type, key.slice(1));
  if (toHex(verifier.id) !== id)
    throw new NoteError('a verifier key whose id belongs to another key');
  return verifier;
}

/** Parses a note; its text proves nothing before a signature is verified. @throws NoteError */
export function parseNote(note: string): SignedNote {
  if (note.length > MAX_CHARACTERS) throw new NoteError('a note of more than a million characters');
  // Newlines are the only ASCII control characters below U+0020 allowed in a note.
  if (/[^\P{Cc}\n\u007f-\u009f]|\p{Surrogate}/u.test(note)) {
    throw new NoteError('a note with control characters, or not in UTF-8');
  }
  const end = note.lastIndexOf('\n\n');
  if (end < 0) throw new NoteError('a note without a blank line before its signatures');
  const lines = note.slice(end + 2);
  if (!lines.endsWith('\n')) throw new NoteError('a note whose last line has no newline');
  const signatures = parseSignatureLines(lines);
  return { text: note.slice(0, end + 1), signatures };
}

/** Parses signature lines, such as those in a witness's response. @throws NoteError */
export function parseSignatureLines(lines: string): NoteSignature[] {
  const signatures = lines.replace(/\n$/, '').split('\n').map(parseSignatureLine);
  if (signatures.length > MAX_SIGNATURES) throw new NoteError('a note with too many signatures');
  return signatures;
}

function parseSignatureLine(line: string): NoteSignature {
  const [, name = '', encoded = ''] = /^— ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || !bytes || bytes.length <= KEY_ID_BYTES) {
    throw new NoteError('a line that is not a signature');
  }
  return { name, id: bytes.slice(0, KEY_ID_BYTES), bytes: bytes.slice(KEY_ID_BYTES) };
}

export const signatureLine = ({ name, id, bytes }: NoteSignature): string =>
  `— ${name} ${toBase64(concatBytes(id, bytes))}\n`;

export const toNote = ({ text, signatures }: SignedNote): string =>
  `${text}\n${signatures.map(signatureLine).join('')}`;

export interface VerifiedSignature {
  key: VerifierKey;
  /** When a witness signed it, in ms; null for a log. */
  at: number | null;
  signature: NoteSignature;
}

/**
 * Returns the valid signatures of these keys, the first of each key. Others are ignored, as
 * specified.
 * @throws NoteError when a signature that names one of these keys is wrong
 */
export async function verifiedSignatures(
  { text, signatures }: SignedNote,
  keys: readonly VerifierKey[],
): Promise<VerifiedSignature[]> {
  const verified: VerifiedSignature[] = [];
  for (const signature of signatures) {
    const key = keys.find(({ name, id }) => name === signature.name && areEqual(id, signature.id));
    if (!key) continue;
    const parsed = readSignature(key, signature);
    const message = parsed && (parsed.at === null ? text : cosignedText(text, parsed.at));
    if (!message || !(await verifyEd25519(key.publicKey, bytesOf(message), parsed.signed))) {
      throw new NoteError(`the signature of ${key.name} was not made with its key`);
    }
    if (verified.some((signature) => signature.key === key)) continue;
    verified.push({ key, at: parsed.at === null ? null : parsed.at * 1000, signature });
  }
  return verified;
}

function readSignature({ type }: VerifierKey, { bytes }: NoteSignature) {
  if (type === 'log') {
    return bytes.length === SIGNATURE_BYTES ? { at: null, signed: bytes } : null;
  }
  if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return null;
  const time = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  if (time === 0n || time > MAX_SECONDS) return null;
  return { at: Number(time), signed: bytes.slice(TIME_BYTES) };
}

/** Text that a witness signs: c2sp.org/tlog-cosignature. @param seconds since 1970 */
export const cosignedText = (text: string, seconds: number): string =>
  `cosignature/v1\ntime ${seconds}\n${text}`;

/** Bytes of a witness's line after the key's id. */
export function cosignatureBytes(seconds: number, signature: Uint8Array): Uint8Array {
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
  return concatBytes(time, signature);
}
