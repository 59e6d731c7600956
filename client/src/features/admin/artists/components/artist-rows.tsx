import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AdminArtist } from '#shared/contracts/admin-catalog';
import { rememberedList, rememberList } from '../model/list-memory';
import { ArtistItem, type ViewMode } from './artist-item';

/** Up to this many artists are all in the page, so that the browser's own search finds them. */
const MAX_UNVIRTUALIZED = 60;
/**
 * Number of artists rendered above and below the visible ones, so that fast scrolling shows no
 * gaps.
 */
const OVERSCAN = 12;

/** In pixels, until a row has been measured. */
const ROW_HEIGHTS: Record<ViewMode, number> = { list: 47, grid: 350 };

const GRID_CLASSES: Record<ViewMode, string> = {
  list: 'grid-cols-1 overflow-clip rounded-xl border border-surface-line bg-surface-raised',
  grid: 'grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-3',
};

interface GridShape {
  columns: number;
  /** Space between two rows, in pixels like all of these. */
  gap: number;
  /** Distance of the grid's first row from the top of the page. */
  top: number;
}

/** Measures the CSS grid: the browser decides how many columns fit. */
function useGridShape(grid: RefObject<HTMLElement | null>): GridShape {
  const [shape, setShape] = useState<GridShape>({ columns: 1, gap: 0, top: 0 });
  // After every render: whatever changes the shape also renders the grid again.
  useLayoutEffect(() => {
    if (!grid.current) return;
    const { gridTemplateColumns, rowGap } = getComputedStyle(grid.current);
    const columns = gridTemplateColumns.split(' ').length;
    const gap = Number.parseFloat(rowGap) || 0;
    const top = Math.round(grid.current.getBoundingClientRect().top + window.scrollY);
    setShape((known) =>
      known.columns === columns && known.gap === gap && known.top === top
        ? known
        : { columns, gap, top },
    );
  });
  return shape;
}

interface ArtistRowsProps {
  artists: AdminArtist[];
  mode: ViewMode;
  deletingId: string | null;
  onDelete: (artist: AdminArtist, button: HTMLElement) => void;
}

/**
 * Renders only the rows near the viewport, out of thousands of artists, with padding in place of
 * the others. The rendered rows are an ordinary grid in document order, for Tab and for screen
 * readers.
 */
export const ArtistRows = memo(({ artists, mode, deletingId, onDelete }: ArtistRowsProps) => {
  const grid = useRef<HTMLUListElement>(null);
  const { columns, gap, top } = useGridShape(grid);
  const areAllRendered = artists.length <= MAX_UNVIRTUALIZED;
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: Math.ceil(artists.length / columns),
    estimateSize: () => ROW_HEIGHTS[mode],
    // By artist, so that a row keeps its height when rows are inserted before it.
    getItemKey: (row) => `${mode} ${columns} ${artists[row * columns]?.id ?? row}`,
    gap,
    scrollMargin: top,
    overscan: Math.ceil(OVERSCAN / columns),
    rangeExtractor: (range) =>
      areAllRendered
        ? Array.from({ length: range.count }, (_, row) => row)
        : defaultRangeExtractor(range),
    initialMeasurementsCache: rememberedList().measurements,
  });
  useEffect(() => () => rememberList({ measurements: virtualizer.takeSnapshot() }), [virtualizer]);

  const rows = virtualizer.getVirtualItems();
  const total = virtualizer.getTotalSize();
  const above = (rows.at(0)?.start ?? top) - top;
  const below = total - ((rows.at(-1)?.end ?? top) - top);
  return (
    <ul
      ref={grid}
      // The list corrects the scroll position itself when a row is higher than expected.
      className={clsx('grid [overflow-anchor:none]', GRID_CLASSES[mode])}
      style={{ paddingTop: above, paddingBottom: below }}
    >
      {rows.flatMap(({ index: row }) =>
        artists
          .slice(row * columns, (row + 1) * columns)
          .map((artist, column) => (
            <ArtistItem
              key={artist.id}
              artist={artist}
              mode={mode}
              row={row}
              measureRow={column === 0 ? virtualizer.measureElement : null}
              position={row * columns + column + 1}
              total={artists.length}
              isDeleting={artist.id === deletingId}
              onDelete={onDelete}
            />
          )),
      )}
    </ul>
  );
});
ArtistRows.displayName = 'ArtistRows';
