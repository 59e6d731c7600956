import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Whether a box is too small for what is in it, which only its layout knows: it depends on the
 * screen's width and on the size of the letters.
 *
 * @param isWatched whether the box is limited at all; what was seen last holds while it is not
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
    // Before the first paint, so that nothing moves; then with every change of its size, and of what
    // is in it.
    measure();
    const observer = new ResizeObserver(measure);
    for (const watched of [element, ...element.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, [isWatched]);
  return [isOverflowing, box];
}
