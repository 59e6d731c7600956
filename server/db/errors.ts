import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

/**
 * PostgreSQL: connection trouble, a server that only reads (a standby, or one that was fenced), a
 * connection that it ended or lets nobody have, a server that stops, starts or has crashed, its disk.
 */
const GONE = /^(08...|25006|25P0[34]|28...|3D000|57P..|58...)$/;
/** PostgreSQL: too little of something, a statement or a lock that took too long. */
const BUSY = /^(53...|57014|55P03)$/;
/** The driver's own words about how it was called; everything else that it throws is about the way. */
const MISUSED = /^(A query must|Prepared statements must|Query values must|circular reference)/;

/** What the driver threw where PostgreSQL itself said nothing. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError';

  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
  }
}

/**
 * For what is asked of the driver and not through Drizzle, whose errors are known by their kind.
 * @throws DatabaseUnreachableError for whatever keeps us from a connection
 */
export const connecting = <Result>(asked: Promise<Result>): Promise<Result> =>
  asked.catch((error: unknown) => {
    throw new DatabaseUnreachableError(error);
  });

/**
 * As `connecting`, for a statement.
 * @throws DatabaseUnreachableError for what PostgreSQL did not say
 */
export const asking = <Result>(asked: Promise<Result>): Promise<Result> =>
  asked.catch((error: unknown) => {
    throw isOfTheWay(error) ? new DatabaseUnreachableError(error) : error;
  });

/** Who takes statements, past Drizzle. */
export interface Asked {
  query<Row extends pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/** The same, that throws as `asking` does. */
export const askedSafely = (driver: Asked): Asked => ({
  query: (text, values) => asking(driver.query(text, values)),
});

/**
 * Whether the database could not be reached or could not answer, so that the same request may succeed
 * a little later: whatever the driver throws without an SQLSTATE, and the states above.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  isConnectionLost(error) || BUSY.test(stateOf(error) ?? '');

/** Whether the connection on which it was thrown is of no use any more. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseUnreachableError) return true;
  const state = stateOf(error);
  return state === null
    ? error instanceof DrizzleQueryError && isOfTheWay(error.cause)
    : GONE.test(state);
}

/** For the log: a code or the driver's own words; PostgreSQL's quote what they are about. */
export function reasonOf(error: unknown): string {
  const state = stateOf(error);
  if (state !== null) return state;
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause ? String(cause.code) : cause.message;
}

/** Not what PostgreSQL said, nor a mistake of ours in how the driver was called. */
const isOfTheWay = (error: unknown): boolean =>
  error instanceof Error &&
  !(
    error instanceof pg.DatabaseError ||
    error instanceof TypeError ||
    error instanceof RangeError
  ) &&
  !MISUSED.test(error.message);

/** The SQLSTATE; null where PostgreSQL itself said nothing. */
export function stateOf(error: unknown): string | null {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError ? (cause.code ?? null) : null;
}

/** Drizzle wraps the driver's error. */
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
