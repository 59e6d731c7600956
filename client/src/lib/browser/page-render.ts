import { createContext, useSyncExternalStore } from 'react';
import { PAGE_DATA_ID, type PageData, type PageHead } from '#shared/contracts/pages';

/** False on the server, which renders the public pages of the catalogue. */
export const isBrowser = typeof window !== 'undefined';

/** A page that the server renders, or that the browser hydrates. */
export interface PageRender {
  /** Null for a page that is rendered only in the browser. */
  orderSeed: string | null;
  /** Called on the server with the content of the document's head. */
  onHead?: (head: PageHead) => void;
}

export const PageRenderContext = createContext<PageRender>({ orderSeed: null });

/** Data from which the server rendered this page; null when it did not. */
export function serverPage(): PageData | null {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? JSON.parse(text) : null;
}

const subscribeToNothing = () => () => undefined;

/**
 * True once the page is hydrated. Content that depends on the browser (its clock, its storage)
 * shows only from then on, because hydration must render the same as the server.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
