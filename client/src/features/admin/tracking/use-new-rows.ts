import { useState } from 'react';

interface Seen {
  pageKey: string;
  answeredAt: number;
  ids: readonly string[];
  fresh: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the ids of rows that arrived with the latest response; none on a page that was just
 * opened, where all rows would be new.
 * @param pageKey null while rows of another page are shown as a placeholder
 * @param answeredAt when the rows arrived, in epoch ms
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
