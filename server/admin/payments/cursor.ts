import { z } from 'zod';
import { invalid } from '#server/errors';
import type { Position } from '#server/payments/index';

const cursorParts = z.tuple([z.iso.datetime({ precision: 6 }), z.uuid()]);

export const toCursor = ({ at, id }: Position): string => `${at}_${id}`;

/** @throws AppError 400 for an invalid cursor */
export function fromCursor(cursor: string): Position {
  const { data } = cursorParts.safeParse(cursor.split('_'));
  if (!data) {
    throw invalid('Invalid request', [{ path: 'cursor', message: 'Not a cursor' }]);
  }
  const [at, id] = data;
  return { at, id };
}
