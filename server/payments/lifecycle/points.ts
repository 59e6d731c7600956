import { type SQL, sql } from 'drizzle-orm';

/** Steps of a payment after which a crash leaves something else behind. */
export type Point =
  | 'payment inserted'
  | 'request attempted'
  | 'intent linked'
  | 'card attempted'
  | 'webhook recorded'
  | 'votes counted';

/**
 * A comment in the statement that takes a step. The fault tests strike where they see it go by, so
 * that a renamed column or a rewritten statement moves no strike. PostgreSQL skips it.
 */
export const point = (name: Point): SQL => sql.raw(commentOf(name));

export const commentOf = (name: Point): string => `/* point: ${name} */`;
