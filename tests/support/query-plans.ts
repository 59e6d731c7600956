import { type DatabaseHandle, openDatabase } from '#server/db/client';

/**
 * Ways in which PostgreSQL may execute the same statement. Its choice depends on the estimated
 * number of rows, which changes over time: the effect of a statement must not.
 */
export const EVERY_PLAN: { plan: string; without: string[] }[] = [
  { plan: 'as PostgreSQL chooses', without: [] },
  {
    plan: 'row by row',
    without: ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize'],
  },
];

/** @param without methods that its statements must not use */
export function openDatabaseWithout(url: string, without: readonly string[]): DatabaseHandle {
  const planning = new URL(url);
  const options = without.map((method) => `-c enable_${method}=off`).join(' ');
  planning.searchParams.set('options', options);
  return openDatabase(planning.href);
}
