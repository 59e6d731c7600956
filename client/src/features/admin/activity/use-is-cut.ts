import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Whether a box is too small for the text in it, which only its layout knows: it depends on the
 * screen's width and on the size of the letters.
 *
 * @param isClamped whether the box is limited at all
 */
export function useIsCut(isClamped: boolean): [boolean, RefObject<HTMLSpanElement | null>] {
  const box = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !isClamped) return;
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1);
    // Before the first paint, so that nothing moves; then with every change of its size.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isClamped]);
  return [isCut, box];
}
