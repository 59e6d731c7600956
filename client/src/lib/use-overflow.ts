import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * True when a box is too small for its content. Only the layout tells: it depends on the screen's
 * width and on the font size.
 *
 * @param isWatched true while the size of the box is limited; otherwise the last result applies
 */
export function useOverflow<Box extends HTMLElement>(
  isWatched = true,
): [boolean, RefObject<Box | null>] {
  const box = useRef<Box>(null);
  const [isOverflowing, setOverflowing] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !isWatched) return;
    const measure = () => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
      setOverflowing(scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1);
    };
    // Before the first paint, so that nothing moves; then whenever its size or its content changes.
    measure();
    const observer = new ResizeObserver(measure);
    for (const watched of [element, ...element.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, [isWatched]);
  return [isOverflowing, box];
}
