import { type RefCallback, useCallback, useState } from 'react';

/** Begins to load before it is seen. */
const AHEAD = '300px';

/**
 * Whether a place of the page has come near what is seen; from then on it stays so. The place may come
 * later than the component that asks.
 * @param isNearFromStart it is known to be in the first view
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
