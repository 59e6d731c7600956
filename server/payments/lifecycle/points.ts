import { type SQL, sql } from 'drizzle-orm';

/** Steps of a payment after which a crash leaves a different state behind. */
export type Point =
  | 'payment inserted'
  | 'request attempted'
  | 'intent linked'
  | 'card attempted'
  | 'webhook recorded'
  | 'votes counted';

/**
 * Returns a comment that marks the SQL statement of a step. The fault tests inject a fault when
 * they see the comment, so renaming a column or rewriting the statement does not move the fault.
 * PostgreSQL ignores it.
 */
export const point = (name: Point): SQL => sql.raw(commentOf(name));

export const commentOf = (name: Point): string => `/* point: ${name} */`;
