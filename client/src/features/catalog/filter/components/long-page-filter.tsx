import { type ComponentType, useEffect, useState } from 'react';
import { importOrReload } from '#client/lib/failures/import-or-reload';
import type { PageFilterProps } from './page-filter';

/** From so many on, a page of them has a field that filters it. */
const FILTERED_FROM = 21;

/** Its place is kept, and its code comes only to a page that is so long. */
export function LongPageFilter(props: PageFilterProps) {
  const [Filter, setFilter] = useState<ComponentType<PageFilterProps> | null>(null);
  const isLong = props.items.length >= FILTERED_FROM;
  useEffect(() => {
    if (!isLong) return;
    importOrReload(() => import('./page-filter')).then(
      ({ PageFilter }) => setFilter(() => PageFilter),
      // The page is whole without it.
      () => undefined,
    );
  }, [isLong]);
  return isLong && <div className="mb-4 min-h-12">{Filter && <Filter {...props} />}</div>;
}
