import { conflict } from '../errors';

/**
 * Refuses a save that was made from an older version than there is.
 * @param basedOn as the administrator read it; without one there is nothing to compare
 * @throws AppError 409 `changed-meanwhile`
 */
export function assertNotChangedSince(basedOn: number | undefined, current: number): void {
  if (basedOn === undefined || basedOn === current) return;
  throw conflict('changed-meanwhile', 'Somebody else has changed this in the meantime');
}

export const alreadyDeleted = () =>
  conflict('already-deleted', 'Somebody else has deleted this already');
