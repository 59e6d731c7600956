import { badRequest } from './api-error';
import type { Params } from './params';

interface Listed {
  id: string;
  created: number;
}

/** The part of a list to return, newest first. */
export interface Page {
  limit: number;
  startingAfter: string | null;
  isInRange: (item: Listed) => boolean;
}

const PAGE_LENGTH = 10;

/** The part returned of a list inside another object. */
export const FIRST_PAGE: Page = {
  limit: PAGE_LENGTH,
  startingAfter: null,
  isInRange: () => true,
};

export function readPage(params: Params): Page {
  const limit = params.integer('limit') ?? PAGE_LENGTH;
  if (limit < 1 || limit > 100) {
    const message = 'Invalid integer: limit must be between 1 and 100';
    throw badRequest(message, { param: 'limit' });
  }
  const created = params.nested('created');
  const from = created?.integer('gte') ?? Number.NEGATIVE_INFINITY;
  const after = created?.integer('gt') ?? Number.NEGATIVE_INFINITY;
  const to = created?.integer('lte') ?? Number.POSITIVE_INFINITY;
  const before = created?.integer('lt') ?? Number.POSITIVE_INFINITY;
  return {
    limit,
    startingAfter: params.text('starting_after') ?? null,
    isInRange: ({ created: at }) => at >= from && at > after && at <= to && at < before,
  };
}

/** @param oldestFirst all objects, filtered by `isShown` */
export function listOf<T extends Listed>(
  url: string,
  oldestFirst: Iterable<T>,
  { limit, startingAfter, isInRange }: Page,
  isShown: (item: T) => boolean = () => true,
) {
  const matching = [...oldestFirst].reverse().filter((item) => isInRange(item) && isShown(item));
  const start =
    startingAfter === null ? 0 : matching.findIndex(({ id }) => id === startingAfter) + 1;
  return {
    object: 'list',
    url,
    data: matching.slice(start, start + limit),
    has_more: matching.length > start + limit,
  };
}
