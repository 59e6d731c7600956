import { type DatabaseHandle, openDatabase } from '#server/db/client';

/**
 * Ways in which PostgreSQL may carry out one and the same statement. Which one it chooses depends on
 * how many rows it believes there are, and that changes under way: what a statement does must not.
 */
export const EVERY_PLAN: { plan: string; without: string[] }[] = [
  { plan: 'as PostgreSQL chooses', without: [] },
  {
    plan: 'row by row',
    without: ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize'],
  },
];

/** @param without the methods that its statements shall do without */
export function openDatabaseThatPlans(url: string, without: readonly string[]): DatabaseHandle {
  const planning = new URL(url);
  const options = without.map((method) => `-c enable_${method}=off`).join(' ');
  planning.searchParams.set('options', options);
  return openDatabase(planning.href);
}
