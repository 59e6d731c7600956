import { useState } from 'react';

interface Seen {
  pageKey: string;
  answeredAt: number;
  ids: readonly string[];
  fresh: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Which rows came with the last answer. On a page that was just opened all of them would be new, so
 * none is.
 * @param pageKey null while rows of another page stand in
 * @param answeredAt when the rows came, in epoch ms
 */
export function useNewRows(
  pageKey: string | null,
  answeredAt: number,
  ids: readonly string[],
): ReadonlySet<string> {
  const [seen, setSeen] = useState<Seen | null>(null);
  if (pageKey === null) return NONE;
  const before = seen?.pageKey === pageKey ? seen : null;
  if (before?.answeredAt === answeredAt) return before.fresh;
  const fresh = before ? new Set(ids.filter((id) => !before.ids.includes(id))) : NONE;
  setSeen({ pageKey, answeredAt, ids, fresh });
  return fresh;
}
