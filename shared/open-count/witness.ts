import { sha256 } from '@noble/hashes/sha2.js';
import { bytesOf, fromBase64, textOf, toBase64, toHex } from './bytes';
import { type Checkpoint, openCheckpoint, parseCheckpointText } from './checkpoint';
import { EMPTY_ROOT, HASH_BYTES, type Hash, hasGrown } from './merkle';
import {
  NoteError,
  type NoteSignature,
  parseNote,
  parseSignatureLines,
  signatureLine,
  toNote,
  type VerifierKey,
  verifiedSignatures,
} from './note';
import { cosignText, type Signer } from './signer';

// Both halves of c2sp.org/tlog-witness: the witness and its client, the log.

/**
 * Enough for the longest proof and a hundred signatures, in bytes; larger requests are rejected.
 */
export const MAX_WITNESS_REQUEST_BYTES = 128 * 1024;
const MAX_PROOF_LINES = 63;
const SIZE_TYPE = 'text/x.tlog.size';
const TEXT_TYPE = 'text/plain; charset=utf-8';
/** How far a witness's clock may be ahead of ours, in ms. */
const MAX_CLOCK_AHEAD_MS = 5 * 60_000;

/** A response over HTTP, as sent or received. */
export interface WitnessResponse {
  status: number;
  contentType: string;
  body: string;
}

export interface WitnessReply extends WitnessResponse {
  /** The checkpoint judged, of a configured log; null if no log has signed it. */
  checkpoint: Checkpoint | null;
}

/** Storage of a witness; logs are identified by their `originHash`. */
export interface WitnessMemory {
  /** Returns the latest cosigned checkpoint; null before the first. */
  read(log: string): Promise<string | null>;
  /** Stores a checkpoint. Resolves once it is durable. */
  save(log: string, checkpoint: string): Promise<void>;
}

interface WitnessParts {
  signer: Signer;
  /** Keys of the configured logs; a log's origin is the name of its keys. */
  logs: () => Promise<readonly VerifierKey[]>;
  memory: WitnessMemory;
  now: () => Date;
}

/**
 * Cosigns that a log has only grown since its last checkpoint, and stores the new one before
 * responding.
 */
export class Witness {
  readonly #parts: WitnessParts;
  /**
   * One queue per log: the second of two concurrent requests is judged by the result of the first.
   */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(parts: WitnessParts) {
    this.#parts = parts;
  }

  /**
   * Handles `POST <prefix>/add-checkpoint`.
   * @throws when the storage cannot be read or written, in which case nothing was signed
   */
  async addCheckpoint(body: Uint8Array): Promise<WitnessReply> {
    const request = readRequest(body);
    if (request === null) return refusal(400, 'not a request for a cosignature');
    const keys = (await this.#parts.logs()).filter(({ name }) => name === request.origin);
    if (keys.length === 0) return refusal(404, 'not a log of this witness');
    const checkpoint = await openCheckpoint(request.checkpoint, keys).catch(noNoteError);
    if (checkpoint === null) return refusal(403, 'not signed by a key of this log');
    return this.#inTurn(originHash(checkpoint.origin), () => this.#judge(request, checkpoint));
  }

  /** Handles `GET <prefix>/<origin hash>/checkpoint`. @returns null for a log it has never seen */
  async checkpoint(log: string): Promise<string | null> {
    return /^[0-9a-f]{64}$/.test(log) ? this.#parts.memory.read(log) : null;
  }

  async #judge({ oldSize, proof }: Request, checkpoint: Checkpoint): Promise<WitnessReply> {
    const { signer, memory, now } = this.#parts;
    const log = originHash(checkpoint.origin);
    if (oldSize > checkpoint.size)
      return refusal(400, 'the old size is above the new one', checkpoint);
    const latest = await readLatest(await memory.read(log), signer.key);
    if (oldSize !== latest.size) {
      return { status: 409, contentType: SIZE_TYPE, body: `${latest.size}\n`, checkpoint };
    }
    if (!hasGrown({ older: latest, newer: checkpoint, proof })) {
      return refusal(422, 'not a continuation of the log that was seen before', checkpoint);
    }
    const { text } = checkpoint.note;
    const seconds = Math.floor(now().getTime() / 1000);
    const cosignature = await cosignText(signer, text, seconds);
    const signatures = [...checkpoint.signatures.map(({ signature }) => signature), cosignature];
    await memory.save(log, toNote({ text, signatures }));
    return { status: 200, contentType: TEXT_TYPE, body: signatureLine(cosignature), checkpoint };
  }

  #inTurn<T>(log: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(log) ?? Promise.resolve()).then(work);
    this.#turns.set(
      log,
      turn.catch(() => undefined),
    );
    return turn;
  }
}

/** Id of a log in monitoring requests: the hash of its origin, in hex. */
export const originHash = (origin: string): string => toHex(sha256(bytesOf(origin)));

const refusal = (
  status: number,
  reason: string,
  checkpoint: Checkpoint | null = null,
): WitnessReply => ({ status, contentType: TEXT_TYPE, body: `${reason}\n`, checkpoint });

function noNoteError(error: unknown): null {
  if (error instanceof NoteError) return null;
  throw error;
}

/**
 * Reads the last state of a log. @throws when the stored checkpoint was not signed by this witness
 */
async function readLatest(
  kept: string | null,
  key: VerifierKey,
): Promise<{ size: number; root: Hash }> {
  if (kept === null) return { size: 0, root: EMPTY_ROOT };
  const note = parseNote(kept);
  const [own] = await verifiedSignatures(note, [key]);
  if (!own) throw new Error('what the witness remembers was not signed by its key');
  return parseCheckpointText(note.text);
}

interface Request {
  oldSize: number;
  proof: Hash[];
  /** The note, its signatures not verified. */
  checkpoint: string;
  origin: string;
}

/** @returns null if it is malformed */
function readRequest(body: Uint8Array): Request | null {
  const text = body.length > MAX_WITNESS_REQUEST_BYTES ? null : textOf(body);
  const end = text?.indexOf('\n\n') ?? -1;
  if (text === null || end < 0) return null;
  const [first = '', ...lines] = text.slice(0, end).split('\n');
  const [, digits] = /^old (0|[1-9]\d*)$/.exec(first) ?? [];
  const oldSize = Number(digits);
  const proof = lines.map(readHash).filter((hash) => hash !== null);
  if (!Number.isSafeInteger(oldSize) || proof.length !== lines.length) return null;
  if (proof.length > MAX_PROOF_LINES) return null;
  const checkpoint = text.slice(end + 2);
  try {
    return { oldSize, proof, checkpoint, ...parseCheckpointText(parseNote(checkpoint).text) };
  } catch (error) {
    return noNoteError(error);
  }
}

function readHash(line: string): Hash | null {
  const hash = fromBase64(line);
  return hash?.length === HASH_BYTES ? hash : null;
}

/**
 * Body of a log's request. @param proof that the log has grown from the old size to the
 * checkpoint's
 */
export const witnessRequest = (
  oldSize: number,
  proof: readonly Hash[],
  checkpoint: string,
): string => [`old ${oldSize}`, ...proof.map(toBase64), '', checkpoint].join('\n');

/** The log's interpretation of a witness's response. */
export type WitnessVerdict =
  | { outcome: 'cosigned'; signature: NoteSignature; at: Date }
  /** The witness's last checkpoint has a different size than the request said. */
  | { outcome: 'other-size'; size: number }
  /** The witness reports that this log differs from the one it has seen before. */
  | { outcome: 'forked' }
  /** A response outside the specification, or a signature by another key. */
  | { outcome: 'unusable'; reason: string };

const isSizeType = (contentType: string) => contentType.split(';')[0]?.trim() === SIZE_TYPE;

/** @param text of the checkpoint that was sent */
export async function readWitnessAnswer(
  { status, contentType, body }: WitnessResponse,
  text: string,
  key: VerifierKey,
  now: Date,
): Promise<WitnessVerdict> {
  if (status === 422) return { outcome: 'forked' };
  const unusable = (reason: string) => ({ outcome: 'unusable', reason }) as const;
  if (status === 409) {
    const [, digits] = /^(0|[1-9]\d*)\n$/.exec(body) ?? [];
    const size = Number(digits);
    return isSizeType(contentType) && Number.isSafeInteger(size)
      ? { outcome: 'other-size', size }
      : unusable('a conflict without a size');
  }
  if (status !== 200) return unusable(`HTTP ${status}`);
  try {
    const signatures = parseSignatureLines(body);
    const [own] = await verifiedSignatures({ text, signatures }, [key]);
    if (!own || own.at === null) return unusable('no signature of its key');
    if (own.at > now.getTime() + MAX_CLOCK_AHEAD_MS) return unusable('a signature of the future');
    return { outcome: 'cosigned', signature: own.signature, at: new Date(own.at) };
  } catch (error) {
    noNoteError(error);
    return unusable('no signature of its key');
  }
}
