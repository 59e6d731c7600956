import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';

type HistoryMove = 'popstate' | 'pushState' | 'replaceState';
/** `popstate` is the browser's; the other two are events that wouter adds. */
const HISTORY_MOVES: readonly HistoryMove[] = ['popstate', 'pushState', 'replaceState'];

/** Remembers how the present history entry was reached. */
function useLastHistoryMove() {
  const lastMove = useRef<HistoryMove | null>(null);
  // Before the router's listeners, which are added with the ordinary effects: on `popstate` the new
  // page is rendered between one listener and the next.
  useLayoutEffect(() => {
    const listening = new AbortController();
    for (const move of HISTORY_MOVES) {
      const remember = () => {
        lastMove.current = move;
      };
      window.addEventListener(move, remember, { signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
  return lastMove;
}

/** Calls back once, as soon as the page has its heading: its code or its data may still be coming. */
function whenHeadingAppears(callback: (heading: HTMLElement) => void): () => void {
  const callBackIfThere = () => {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading) {
      observer.disconnect();
      callback(heading);
    }
  };
  const observer = new MutationObserver(callBackIfThere);
  observer.observe(document.body, { childList: true, subtree: true });
  callBackIfThere();
  return () => observer.disconnect();
}

function focusQuietly(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * What a browser does on a full page load and a single page forgets: the new page starts at its top
 * and a screen reader at its heading. Going back, the browser itself finds the old place.
 */
export function useArrival(): void {
  const [path] = useLocation();
  const previousPath = useRef<string | null>(null);
  const lastMove = useLastHistoryMove();

  useEffect(() => {
    if (path === '/') return; // only redirects
    const isFirstPage = previousPath.current === null;
    const isSamePage = previousPath.current === path;
    previousPath.current = path;
    if (isFirstPage || isSamePage) return;
    if (lastMove.current === 'popstate') return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    return whenHeadingAppears(focusQuietly);
  }, [path, lastMove]);
}
