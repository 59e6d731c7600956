import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 48rem)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Whether there is room for a table; only one of the two forms of a list is drawn. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
