import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

/**
 * PostgreSQL: shutting down, starting up, connection trouble, too many connections, a lock that was not
 * free in time. Node: the socket.
 */
const AWAY = /^(57P0[123]|08...|53300|55P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
/** The pool and the driver have no codes for these. */
const AWAY_IN_WORDS = /^(timeout exceeded when trying to connect|Connection terminated)/;

/** Whether the database could not be reached, so that the same request may succeed a little later. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return false;
  return 'code' in cause ? AWAY.test(String(cause.code)) : AWAY_IN_WORDS.test(cause.message);
}

/** Drizzle wraps the driver's error. */
const causeOf = (error: unknown): unknown =>
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
