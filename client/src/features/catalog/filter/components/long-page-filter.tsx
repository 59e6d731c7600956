import { type ComponentType, useEffect, useState } from 'react';
import { importOrReload } from '#client/lib/failures/import-or-reload';
import type { PageFilterProps } from './page-filter';

/** Pages with at least this many items have a filter field. */
const FILTERED_FROM = 21;

/** Reserves the filter's space, and loads its code only on a page of that length. */
export function LongPageFilter(props: PageFilterProps) {
  const [Filter, setFilter] = useState<ComponentType<PageFilterProps> | null>(null);
  const isLong = props.items.length >= FILTERED_FROM;
  useEffect(() => {
    if (!isLong) return;
    importOrReload(() => import('./page-filter')).then(
      ({ PageFilter }) => setFilter(() => PageFilter),
      // The page is complete without it.
      () => undefined,
    );
  }, [isLong]);
  return isLong && <div className="mb-4 min-h-12">{Filter && <Filter {...props} />}</div>;
}
