import { getPublicKey, hashes } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesOf, concatBytes, fromBase64, toBase64, toHex } from './bytes';
import { signEd25519 } from './ed25519';
import {
  cosignatureBytes,
  cosignedText,
  KEY_TYPES,
  NoteError,
  type NoteSignature,
  type VerifierKey,
  verifierKey,
} from './note';

hashes.sha512 = sha512;

/** Signer of notes: the log, or a witness. */
export interface Signer {
  key: VerifierKey;
  /** 32 bytes. */
  secret: Uint8Array;
}

const SECRET_BYTES = 32;

/** @param secret 32 random bytes @throws NoteError for a name that no note could contain */
export const signerOf = (name: string, type: VerifierKey['type'], secret: Uint8Array): Signer => ({
  key: verifierKey(name, type, getPublicKey(secret)),
  secret,
});

/** Formats `PRIVATE+KEY+name+id+key`, as in Go's sumdb/note. */
export const toSigningKey = ({ key: { name, id, type }, secret }: Signer): string =>
  `PRIVATE+KEY+${name}+${toHex(id)}+${toBase64(concatBytes(Uint8Array.of(KEY_TYPES[type]), secret))}`;

/** @throws NoteError for any text that `toSigningKey` would not have written */
export function parseSigningKey(text: string): Signer {
  const [, name = '', id, encoded = ''] =
    /^PRIVATE\+KEY\+([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  const type = (['log', 'witness'] as const).find((type) => KEY_TYPES[type] === bytes?.[0]);
  if (!bytes || !type || bytes.length !== 1 + SECRET_BYTES)
    throw new NoteError('not a signing key');
  const signer = signerOf(name, type, bytes.slice(1));
  if (toHex(signer.key.id) !== id)
    throw new NoteError('a signing key whose id belongs to another key');
  return signer;
}

/** Signs a text as the log. */
export async function signText({ key, secret }: Signer, text: string): Promise<NoteSignature> {
  const bytes = await signEd25519(secret, bytesOf(text));
  return { name: key.name, id: key.id, bytes };
}

/** Signs a checkpoint's text as a witness. @param seconds since 1970 at the time of signing */
export async function cosignText(
  { key, secret }: Signer,
  text: string,
  seconds: number,
): Promise<NoteSignature> {
  const signature = await signEd25519(secret, bytesOf(cosignedText(text, seconds)));
  return { name: key.name, id: key.id, bytes: cosignatureBytes(seconds, signature) };
}
