import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseHandle } from './client';
import {
  causeOf,
  DatabaseUnreachableError,
  isConnectionLost,
  reasonOf,
  stateOf,
  wrapConnectErrors,
} from './errors';

/** Interval between two attempts, in ms. */
const RETRY_MS = 1_000;
/** The first attempts are all reported, then one in this many. */
const FIRST_REPORTED = 10;
const REPORT_EVERY = 30;

/** Explains to the person who started the server why there is no database, and what to do. */
export class NoDatabaseError extends Error {}

interface ConnectionProblem {
  text: string;
  /** True when it may end without intervention. */
  isTransient: boolean;
}

interface RetryOptions {
  /** As in the settings; its password is never printed. */
  url: string;
  /** Prints plain sentences. */
  print: (sentence: string) => void;
  signal: AbortSignal;
}

/**
 * Runs the database work of the start, and repeats it from the beginning until it succeeds; so each
 * step must be repeatable.
 * @throws NoDatabaseError for problems that waiting does not solve; any other error of `work`
 */
export async function retryUntilConnected<Result>(
  { pool }: Pick<DatabaseHandle, 'pool'>,
  work: () => Promise<Result>,
  { url, print, signal }: RetryOptions,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    try {
      (await wrapConnectErrors(connect(pool))).release();
      const result = await work();
      if (tries > 1) print(`${serverIn(url)} answers.`);
      return result;
    } catch (error) {
      const problem = connectionProblem(error, url, 'DATABASE_URL');
      if (!problem?.isTransient) throw problem ? new NoDatabaseError(problem.text) : error;
      if (tries <= FIRST_REPORTED || tries % REPORT_EVERY === 0) print(`${problem.text} Waiting.`);
    }
    await delay(RETRY_MS, undefined, { signal });
  }
}

/**
 * An async function, because a file named in the address is read synchronously and may throw at
 * once.
 */
const connect = async (pool: pg.Pool) => pool.connect();

/**
 * Returns the error message for a caller that does not wait; null for an error of another kind.
 * @param url as in the settings; its password is never printed
 * @param setting name of the setting with the address
 */
export function noDatabaseErrorOf(
  error: unknown,
  url: string,
  setting = 'DATABASE_URL',
): NoDatabaseError | null {
  const problem = connectionProblem(error, url, setting);
  return problem && new NoDatabaseError(problem.text);
}

/** Returns why the database cannot be reached; null for an error of another kind. */
function connectionProblem(error: unknown, url: string, setting: string): ConnectionProblem | null {
  const state = stateOf(error);
  // A statement or lock that took too long is an error of another kind.
  if (!isConnectionLost(error) && !state?.startsWith('53')) return null;
  const server = serverIn(url);
  const message = messageOf(error);
  const transient = (problem: string) => ({ text: `${server} ${problem}.`, isTransient: true });
  const permanent = (problem: string, remedy: string) => ({
    text: `${server} ${problem} (${message}): ${remedy}.`,
    isTransient: false,
  });
  if (state?.startsWith('28') || message.startsWith('SASL')) {
    return permanent(
      'rejects our sign-in',
      `look at the name and the password in ${setting}, and at pg_hba.conf`,
    );
  }
  if (state === '3D000') {
    return permanent('does not have our database', `create it, or look at ${setting}`);
  }
  if (state === '42501') {
    return permanent(
      'denies our role access to the database',
      'have its owner grant our role to connect to it',
    );
  }
  if (isUntrusted(error)) {
    return permanent('cannot be trusted', `look at sslmode and sslrootcert in ${setting}`);
  }
  return state === '25006'
    ? transient('is read-only, like a standby')
    : transient(`cannot be reached (${message})`);
}

/** Node's certificate errors, and the driver's message when the server has no TLS. */
const UNTRUSTED =
  /^(CERT_|DEPTH_ZERO|ERR_SSL|ERR_TLS|HOSTNAME|SELF_SIGNED|UNABLE_TO|The server does not support SSL)/;

/**
 * True also when a file named in the address cannot be read. A missing local socket does not count:
 * it may appear later.
 */
function isUntrusted(error: unknown): boolean {
  const cause = causeOf(error);
  return (
    UNTRUSTED.test(messageOf(error)) ||
    (cause instanceof Error && 'syscall' in cause && cause.syscall === 'open')
  );
}

/**
 * Quotes PostgreSQL's messages only for connection errors: others may contain data of the query.
 */
function messageOf(error: unknown): string {
  const cause = causeOf(error);
  return error instanceof DatabaseUnreachableError && cause instanceof pg.DatabaseError
    ? cause.message
    : reasonOf(error);
}

function serverIn(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  return `PostgreSQL at ${host.startsWith('/') ? host : `${host}:${port || 5432}`}`;
}
