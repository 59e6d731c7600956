import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';

type HistoryMove = 'popstate' | 'pushState' | 'replaceState';
/** `popstate` is the browser's; the other two are events that wouter adds. */
const HISTORY_MOVES: readonly HistoryMove[] = ['popstate', 'pushState', 'replaceState'];

/** Remembers how the present history entry was reached. */
function useLastHistoryMove() {
  const lastMove = useRef<HistoryMove | null>(null);
  // Before the router's listeners, which are added in ordinary effects: on `popstate` the new page
  // is rendered between one listener and the next.
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

/**
 * Calls back once, as soon as the page has its heading: its code or its data may still be loading.
 */
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
 * Does what browsers do on a full page load but not in a single-page app: scrolls the new page to
 * its top and moves the focus of a screen reader to its heading. Going back, the browser itself
 * restores the position.
 */
export function useArrival(): void {
  const [path] = useLocation();
  const previousPath = useRef<string | null>(null);
  const lastMove = useLastHistoryMove();

  useEffect(() => {
    if (path === '/') return; // This path only redirects.
    const isFirstPage = previousPath.current === null;
    const isSamePage = previousPath.current === path;
    previousPath.current = path;
    if (isFirstPage || isSamePage) return;
    if (lastMove.current === 'popstate') return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    return whenHeadingAppears(focusQuietly);
  }, [path, lastMove]);
}
