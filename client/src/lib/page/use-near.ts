import { type RefObject, useEffect, useRef, useState } from 'react';

/** Begins to load before it is seen. */
const AHEAD = '300px';

/**
 * Whether a place of the page has come near what is seen; from then on it stays so.
 * @param isNearFromStart it is known to be in the first view
 */
export function useNear<Place extends HTMLElement>(
  isNearFromStart = false,
): [boolean, RefObject<Place | null>] {
  const place = useRef<Place>(null);
  const [isNear, setIsNear] = useState(isNearFromStart);
  useEffect(() => {
    if (!place.current || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  return [isNear, place];
}
