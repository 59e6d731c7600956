import { setMaxListeners } from 'node:events';
import { and, eq, lte, max, or, sql } from 'drizzle-orm';
import { type Dispatcher, request } from 'undici';
import type { WitnessSettings } from '#server/config/index';
import type { Database } from '#server/db/client';
import { fromNow } from '#server/db/lease-rows';
import type { Logger } from '#server/platform/logger';
import { startWorker, type Worker } from '#server/platform/worker';
import type { OpenCount } from '#shared/contracts/open-count';
import { inTime } from '#shared/domain/in-time';
import { openCheckpoint } from '#shared/open-count/checkpoint';
import { consistencySteps, proofOf } from '#shared/open-count/merkle';
import {
  NoteError,
  parseNote,
  parseSignatureLines,
  parseVkey,
  signatureLine,
  type VerifierKey,
} from '#shared/open-count/note';
import type { Signer } from '#shared/open-count/signer';
import {
  originHash,
  readWitnessAnswer,
  type WitnessResponse,
  type WitnessVerdict,
  witnessRequest,
} from '#shared/open-count/witness';
import { countCheckpoints, countWitnesses } from '#shared/schema';
import { pauseLog, resumeAgreed } from './log-state';
import { originOf } from './names';
import type { SignedTree } from './signer-memory';
import { type Checkpoint, holdsTree, newestCheckpoint, nodesOf } from './store';

const TIMEOUT_MS = 5_000;
/** Enough for two calls and the reads between them, in ms. */
const LEASE_MS = 15_000;
const PAUSE_MS = 2_000;
/** A witness with nothing new signs at least hourly that it still sees the same log. In ms. */
const SIGN_EVERY_MS = 50 * 60_000;
const MAX_BACKOFF_MS = 5 * 60_000;
/** A hundred signature lines of maximum length. */
const MAX_ANSWER_BYTES = 512 * 1024;

interface WitnessesOptions {
  db: Database;
  /** Signers of the log. */
  signers: readonly Signer[];
  settings: readonly WitnessSettings[];
  logger: Logger;
  /** Timeout of one call, including the response's body. */
  timeoutMs?: number | undefined;
}

interface ConfiguredWitness extends WitnessSettings {
  key: VerifierKey;
}

/** @see WitnessVerdict */
type Cosigned = Extract<WitnessVerdict, { outcome: 'cosigned' }> & {
  /** Size of the signed checkpoint. */
  size: number;
};
type Verdict =
  | Cosigned
  | Exclude<WitnessVerdict, { outcome: 'cosigned' }>
  /** The witness has seen more entries than the log has. */
  | { outcome: 'ahead'; size: number };

/**
 * Requests cosignatures of the latest checkpoint. The log never waits for witnesses: a checkpoint
 * is served with the cosignatures it has, and each witness is called separately, by one process at
 * a time.
 */
export class Witnesses {
  readonly #db: Database;
  readonly #logger: Logger;
  readonly #timeoutMs: number;
  readonly #witnesses: readonly ConfiguredWitness[];
  readonly #signers: readonly Signer[];
  /** Witnesses that have a row in the database. */
  readonly #registered = new Set<string>();
  readonly #stopping = new AbortController();

  constructor({ db, signers, settings, logger, timeoutMs = TIMEOUT_MS }: WitnessesOptions) {
    this.#db = db;
    this.#signers = signers;
    this.#logger = logger;
    this.#timeoutMs = timeoutMs;
    this.#witnesses = settings.map(({ vkey, url }) => ({ vkey, url, key: parseVkey(vkey) }));
    // Each call in flight adds a listener.
    setMaxListeners(0, this.#stopping.signal);
  }

  /**
   * Calls all witnesses that are due, and again those that signed when there already was a newer
   * checkpoint.
   */
  async callAll(): Promise<void> {
    await Promise.all(this.#witnesses.map((witness) => this.#callWhileDue(witness)));
  }

  /** Calls due witnesses for as long as the process runs; a slow one does not delay the others. */
  start(): Worker {
    const workers = this.#witnesses.map((witness) =>
      startWorker({
        round: () => this.#callWhileDue(witness),
        pauseMs: () => PAUSE_MS,
        onError: (err) => this.#logger.error({ err }, 'a witness could not be called'),
      }),
    );
    return {
      stop: async () => {
        this.#stopping.abort();
        await Promise.all(workers.map((worker) => worker.stop()));
      },
    };
  }

  get names(): string[] {
    return this.#witnesses.map(({ key }) => key.name);
  }

  /**
   * Returns what each witness has signed last of this log, as it reports with the log's signature;
   * nothing for a witness that does not publish it (docs/open-count.md).
   */
  async signedTrees(): Promise<SignedTree[]> {
    const shown = await Promise.all(this.#witnesses.map((witness) => this.#treeShownBy(witness)));
    return shown.filter((tree) => tree !== null);
  }

  async #treeShownBy({ url, key }: ConfiguredWitness): Promise<SignedTree | null> {
    const signers = this.#signers.map((signer) => signer.key);
    const answer = await this.#get(`${url}/${originHash(originOf(this.#signers))}/checkpoint`);
    if ('failure' in answer || answer.status !== 200) {
      const reason = 'failure' in answer ? answer.failure : `HTTP ${answer.status}`;
      this.#logger.warn(
        { witness: key.name, reason },
        'a witness does not publish what it has seen',
      );
      return null;
    }
    try {
      const { origin, size, root } = await openCheckpoint(answer.body, signers);
      return { origin, size, root, note: answer.body };
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      this.#logger.warn(
        { witness: key.name, reason: error.message },
        'a witness publishes no checkpoint',
      );
      return null;
    }
  }

  /** Returns the public data of each witness, in the order of the settings. */
  async seen(): Promise<OpenCount['witnesses']> {
    const rows = await this.#db.select().from(countWitnesses);
    return this.#witnesses.map(({ vkey, key: { name } }) => {
      const { size, signedAt } = rows.find((row) => row.vkey === vkey) ?? {};
      return { name, seen: size != null && signedAt ? { size, at: signedAt.toISOString() } : null };
    });
  }

  async #callWhileDue(witness: ConfiguredWitness): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const lease = await this.#lease(witness.vkey);
      const checkpoint = lease && (await newestCheckpoint(this.#db));
      if (!checkpoint) return;
      const verdict = await this.#requestCosignature(witness, checkpoint, lease.size ?? 0);
      if (verdict.outcome !== 'cosigned')
        return this.#noteFailure(witness, verdict, lease.failures);
      await this.#store(witness, verdict);
      if (lease.failures > 0) {
        this.#logger.info({ witness: witness.key.name }, 'a witness signs again');
      }
    }
  }

  /** @returns null when the witness is not due, or another process is calling it */
  async #lease(vkey: string): Promise<{ size: number | null; failures: number } | null> {
    const newest = this.#db.select({ size: max(countCheckpoints.size) }).from(countCheckpoints);
    const isDue = or(
      sql`${countWitnesses.size} is distinct from (${newest})`,
      sql`${countWitnesses.failures} > 0`,
      lte(countWitnesses.askAt, fromNow(-SIGN_EVERY_MS)),
    );
    const tryLease = () =>
      this.#db
        .update(countWitnesses)
        .set({ askAt: fromNow(LEASE_MS) })
        .where(and(eq(countWitnesses.vkey, vkey), lte(countWitnesses.askAt, sql`now()`), isDue))
        .returning({ size: countWitnesses.size, failures: countWitnesses.failures });
    const [leased] = await tryLease();
    if (leased || this.#registered.has(vkey)) return leased ?? null;
    await this.#db.insert(countWitnesses).values({ vkey }).onConflictDoNothing();
    this.#registered.add(vkey);
    const [leasedNow] = await tryLease();
    return leasedNow ?? null;
  }

  /** Calls a witness, and once more with the size that it reports. */
  async #requestCosignature(
    witness: ConfiguredWitness,
    checkpoint: Checkpoint,
    seen: number,
  ): Promise<Verdict> {
    // After the restore of a backup, a witness may have seen more than there is: it reports that.
    const first = await this.#sendCheckpoint(
      witness,
      checkpoint,
      seen > checkpoint.size ? 0 : seen,
    );
    if (first.outcome !== 'other-size') return first;
    const newest = (await newestCheckpoint(this.#db)) ?? checkpoint;
    if (first.size > newest.size) return { outcome: 'ahead', size: first.size };
    return this.#sendCheckpoint(witness, newest, first.size);
  }

  async #sendCheckpoint(
    { key, url }: ConfiguredWitness,
    { size, note }: Checkpoint,
    oldSize: number,
  ): Promise<Verdict> {
    const proof = await proofOf(consistencySteps(oldSize, size), nodesOf(this.#db, size));
    const answer = await this.#send(url, witnessRequest(oldSize, proof, note));
    if ('failure' in answer) return { outcome: 'unusable', reason: answer.failure };
    const verdict = await readWitnessAnswer(answer, parseNote(note).text, key, new Date());
    return verdict.outcome === 'cosigned' ? { ...verdict, size } : verdict;
  }

  #send(url: string, text: string) {
    return this.#call(`${url}/add-checkpoint`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: text,
    });
  }

  #get(url: string) {
    return this.#call(url, { method: 'GET' });
  }

  /** Never throws because of the witness. */
  async #call(
    url: string,
    options: Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'>,
  ): Promise<WitnessResponse | { failure: string }> {
    const send = async (signal: AbortSignal): Promise<WitnessResponse> => {
      // Uses undici directly because it follows no redirect: only the configured address is called.
      const { statusCode, headers, body } = await request(url, { ...options, signal });
      const contentType = headers['content-type'];
      return {
        status: statusCode,
        contentType: typeof contentType === 'string' ? contentType : '',
        body: await textOf(body),
      };
    };
    try {
      return await inTime(this.#timeoutMs, send, this.#stopping.signal);
    } catch (error) {
      return { failure: failureReason(error) };
    }
  }

  async #store({ vkey, key }: ConfiguredWitness, { signature, at, size }: Cosigned): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const ofThis = eq(countCheckpoints.size, size);
      const [row] = await tx.select().from(countCheckpoints).where(ofThis).for('update');
      const lines = row?.cosignatures ? parseSignatureLines(row.cosignatures) : [];
      const others = lines.filter(({ name }) => name !== key.name);
      const cosignatures = [...others, signature].map(signatureLine).join('');
      await tx.update(countCheckpoints).set({ cosignatures }).where(ofThis);
      await tx
        .update(countWitnesses)
        .set({ size, signedAt: at, askAt: sql`now()`, failures: 0 })
        .where(eq(countWitnesses.vkey, vkey));
      await resumeAgreed(tx, key.name);
    });
  }

  /** Pauses the log: nothing more is signed that does not contain what the witness has seen. */
  async #pauseAt(witness: ConfiguredWitness): Promise<void> {
    const tree = await this.#treeShownBy(witness);
    if (tree && (await holdsTree(this.#db, tree))) return;
    const reason = tree ? { tree } : { saidBy: witness.key.name };
    await pauseLog(this.#db, reason);
  }

  async #noteFailure(
    configured: ConfiguredWitness,
    verdict: Exclude<Verdict, Cosigned>,
    failuresBefore: number,
  ): Promise<void> {
    const {
      vkey,
      key: { name: witness },
    } = configured;
    const isStopping = this.#stopping.signal.aborted;
    const failures = isStopping ? failuresBefore : failuresBefore + 1;
    const delayMs = isStopping ? 0 : Math.min(1_000 * 2 ** failures, MAX_BACKOFF_MS);
    await this.#db
      .update(countWitnesses)
      .set({ failures, askAt: fromNow(delayMs) })
      .where(eq(countWitnesses.vkey, vkey));
    if (isStopping) return;
    if (verdict.outcome === 'forked' || verdict.outcome === 'ahead') {
      this.#logger.error(
        { witness, ...verdict, alarm: 'open-count-forked' },
        'a witness has seen another log than this one',
      );
      await this.#pauseAt(configured);
    } else if (failuresBefore === 0) {
      const reason = verdict.outcome === 'unusable' ? verdict.reason : verdict.outcome;
      this.#logger.warn({ witness, reason }, 'a witness does not sign');
    }
  }
}

/** @throws when the response is too long */
async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > MAX_ANSWER_BYTES) throw new RangeError('an incomplete response');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
