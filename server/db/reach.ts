import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseHandle } from './client';
import {
  causeOf,
  connecting,
  DatabaseUnreachableError,
  isConnectionLost,
  reasonOf,
  stateOf,
} from './errors';

/** Between two tries, in ms. */
const AGAIN_MS = 1_000;
/** So many tries are told, then one in so many. */
const TOLD_AT_FIRST = 10;
const TOLD_LATER = 30;

/** Why there is no database, in a sentence for the person who started us, with what to do. */
export class NoDatabaseError extends Error {}

interface Obstacle {
  text: string;
  /** Whether it may go away by itself. */
  isPassing: boolean;
}

interface Step {
  /** As in the settings; its password is told to nobody. */
  url: string;
  /** Takes plain sentences. */
  tell: (sentence: string) => void;
  signal: AbortSignal;
}

/**
 * What the start asks of the database, again from the beginning until it has been answered: so a step
 * must bear being repeated.
 * @throws NoDatabaseError for what waiting does not cure; whatever `work` throws else
 */
export async function whenReached<Result>(
  { pool }: Pick<DatabaseHandle, 'pool'>,
  work: () => Promise<Result>,
  { url, tell, signal }: Step,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    try {
      (await connecting(connect(pool))).release();
      const result = await work();
      if (tries > 1) tell(`${placeIn(url)} answers.`);
      return result;
    } catch (error) {
      const obstacle = obstacleIn(error, url, 'DATABASE_URL');
      if (!obstacle?.isPassing) throw obstacle ? new NoDatabaseError(obstacle.text) : error;
      if (tries <= TOLD_AT_FIRST || tries % TOLD_LATER === 0) tell(`${obstacle.text} Waiting.`);
    }
    await delay(AGAIN_MS, undefined, { signal });
  }
}

/** A file that the address names is read before anything is asked, and thrown about at once. */
const connect = async (pool: pg.Pool) => pool.connect();

/**
 * The sentence that an error comes to for who does not wait; null for an error of another kind.
 * @param url as in the settings; its password is told to nobody
 * @param setting where the address stands
 */
export function noDatabaseBehind(
  error: unknown,
  url: string,
  setting = 'DATABASE_URL',
): NoDatabaseError | null {
  const obstacle = obstacleIn(error, url, setting);
  return obstacle && new NoDatabaseError(obstacle.text);
}

/** What stands between us and the database; null for an error of another kind. */
function obstacleIn(error: unknown, url: string, setting: string): Obstacle | null {
  const state = stateOf(error);
  // A statement or a lock that took too long is of another kind.
  if (!isConnectionLost(error) && !state?.startsWith('53')) return null;
  const place = placeIn(url);
  const words = wordsIn(error);
  const passing = (problem: string) => ({ text: `${place} ${problem}.`, isPassing: true });
  const lasting = (problem: string, cure: string) => ({
    text: `${place} ${problem} (${words}): ${cure}.`,
    isPassing: false,
  });
  if (state?.startsWith('28') || words.startsWith('SASL')) {
    return lasting(
      'does not let us in',
      `look at the name and the password in ${setting}, and at pg_hba.conf`,
    );
  }
  if (state === '3D000') {
    return lasting('does not have our database', `create it, or look at ${setting}`);
  }
  if (state === '42501') {
    return lasting('keeps our database from us', 'have its owner grant our role to connect to it');
  }
  if (isUntrusted(error)) {
    return lasting('cannot be trusted', `look at sslmode and sslrootcert in ${setting}`);
  }
  return state === '25006'
    ? passing('only reads, as a standby does')
    : passing(`cannot be reached (${words})`);
}

/** What Node finds wrong with a certificate, and what the driver says where there is none. */
const UNTRUSTED =
  /^(CERT_|DEPTH_ZERO|ERR_SSL|ERR_TLS|HOSTNAME|SELF_SIGNED|UNABLE_TO|The server does not support SSL)/;

/** Also where a file that the address names cannot be read; a socket of this machine may come. */
function isUntrusted(error: unknown): boolean {
  const cause = causeOf(error);
  return (
    UNTRUSTED.test(wordsIn(error)) ||
    (cause instanceof Error && 'syscall' in cause && cause.syscall === 'open')
  );
}

/** PostgreSQL's own words only about a connection: else they may quote what it was asked. */
function wordsIn(error: unknown): string {
  const cause = causeOf(error);
  return error instanceof DatabaseUnreachableError && cause instanceof pg.DatabaseError
    ? cause.message
    : reasonOf(error);
}

function placeIn(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  return `PostgreSQL at ${host.startsWith('/') ? host : `${host}:${port || 5432}`}`;
}
