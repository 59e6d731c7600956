import { createContext, useSyncExternalStore } from 'react';
import { PAGE_DATA_ID, type PageData, type PageHead } from '#shared/contracts/pages';

/** False on the server, which draws the public pages of the catalogue first. */
export const isBrowser = typeof window !== 'undefined';

/** A page that the server draws, or that the browser takes over from it. */
export interface PageDrawing {
  /** Null for a page that only the browser draws. */
  orderSeed: string | null;
  /** Told on the server of what belongs into the head of the document. */
  onHead?: (head: PageHead) => void;
}

export const PageDrawingContext = createContext<PageDrawing>({ orderSeed: null });

/** What the server has drawn this page from; null where it has not. */
export function servedPage(): PageData | null {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? JSON.parse(text) : null;
}

const subscribeToNothing = () => () => undefined;

/**
 * Whether the page is the browser's already. What only a browser knows (its clock, its storage) shows
 * from then on: while it takes the page over it must draw what the server has drawn.
 */
export const useIsTakenOver = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
