import { type RefObject, useLayoutEffect, useState } from 'react';

interface GridShape {
  columns: number;
  /** Between two rows, in pixels, as are all these. */
  gap: number;
  /** Of the grid's first row, from the top of the page. */
  top: number;
}

/** What the style sheet has made of a CSS grid: the browser decides how many columns fit. */
export function useGridShape(grid: RefObject<HTMLElement | null>): GridShape {
  const [shape, setShape] = useState<GridShape>({ columns: 1, gap: 0, top: 0 });
  // After every drawing: whatever changes the shape also draws the grid anew.
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
