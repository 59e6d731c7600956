import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

/**
 * PostgreSQL error codes: connection failures, a read-only server (a standby or a fenced one), a
 * connection that was terminated or refused, a server that is stopping, starting or crashed, and
 * its disk.
 */
const LOST_CONNECTION = /^(08...|25006|25P0[34]|28...|3D000|57P..|58...)$/;
/** PostgreSQL error codes: insufficient resources, or a statement or lock that took too long. */
const BUSY = /^(53...|57014|55P03)$/;
/** The driver's messages for wrong calls; all its other errors are connection errors. */
const MISUSE_MESSAGE =
  /^(A query must|Prepared statements must|Query values must|circular reference)/;

/** A connection error of the driver, without an error from PostgreSQL. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError';

  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
  }
}

/**
 * Wraps connection attempts made directly with the driver; errors through Drizzle are recognised by
 * their type.
 * @throws DatabaseUnreachableError for any failure to connect
 */
export const wrapConnectErrors = <Result>(attempt: Promise<Result>): Promise<Result> =>
  attempt.catch((error: unknown) => {
    throw new DatabaseUnreachableError(error);
  });

/**
 * Like `wrapConnectErrors`, for a statement.
 * @throws DatabaseUnreachableError for errors that do not come from PostgreSQL
 */
export const wrapQueryErrors = <Result>(statement: Promise<Result>): Promise<Result> =>
  statement.catch((error: unknown) => {
    throw isConnectionError(error) ? new DatabaseUnreachableError(error) : error;
  });

/** Runs statements directly, without Drizzle. */
export interface QueryRunner {
  query<Row extends pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/** Wraps a driver so that it throws as `wrapQueryErrors` does. */
export const withWrappedErrors = (driver: QueryRunner): QueryRunner => ({
  query: (text, values) => wrapQueryErrors(driver.query(text, values)),
});

/**
 * True when the database could not be reached or could not respond, so that the same request may
 * succeed shortly after: any driver error without an SQLSTATE, and the states above.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || BUSY.test(stateOf(error) ?? '');

/** True when the connection that threw the error can no longer be used. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseUnreachableError) return true;
  const state = stateOf(error);
  return state === null
    ? error instanceof DrizzleQueryError && isConnectionError(error.cause)
    : LOST_CONNECTION.test(state);
}

/** Returns a code or the driver's message for the log; PostgreSQL's messages may quote data. */
export function reasonOf(error: unknown): string {
  const state = stateOf(error);
  if (state !== null) return state;
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause ? String(cause.code) : cause.message;
}

/**
 * True for connection errors: not from PostgreSQL, and not caused by a wrong call to the driver.
 */
const isConnectionError = (error: unknown): boolean =>
  error instanceof Error &&
  !(
    error instanceof pg.DatabaseError ||
    error instanceof TypeError ||
    error instanceof RangeError
  ) &&
  !MISUSE_MESSAGE.test(error.message);

/** Returns the SQLSTATE; null if the error is not from PostgreSQL. */
export function stateOf(error: unknown): string | null {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError ? (cause.code ?? null) : null;
}

/** Unwraps the driver's error from Drizzle's. */
export const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause ? error.cause : error;

/** @param constraint name of the unique constraint, as in the schema */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const cause = causeOf(error);
  return (
    cause instanceof pg.DatabaseError &&
    cause.code === UNIQUE_VIOLATION &&
    cause.constraint === constraint
  );
}
