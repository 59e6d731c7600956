import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

/** @param constraint name of the unique constraint, as in the schema */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  // Drizzle wraps the driver's error.
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (
    cause instanceof pg.DatabaseError &&
    cause.code === UNIQUE_VIOLATION &&
    cause.constraint === constraint
  );
}
