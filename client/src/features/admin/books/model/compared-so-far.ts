import type { Comparison } from '#shared/contracts/books';

/** True for a day that goes on and was compared as far as the list went. */
export const isComparedSoFar = ({ state, readUntil, trouble }: Comparison): boolean =>
  state === 'due' && readUntil !== null && trouble === null;
