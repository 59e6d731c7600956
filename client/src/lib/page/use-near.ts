import { type RefCallback, useCallback, useState } from 'react';

/** Loading starts at this distance from the viewport. */
const AHEAD = '300px';

/**
 * True once an element has come near the viewport; stays true from then on. The element may mount
 * later than the component that uses the hook.
 * @param isNearFromStart true when it is known to be visible without scrolling
 */
export function useNear(isNearFromStart = false): [boolean, RefCallback<Element>] {
  const [isNear, setIsNear] = useState(isNearFromStart);
  const place = useCallback(
    (element: Element | null) => {
      if (!element || isNear) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
        },
        { rootMargin: AHEAD },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [isNear],
  );
  return [isNear, place];
}
