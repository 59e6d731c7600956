import { useEffect } from 'react';
import { servedPage } from './page-drawing';

let isReplaced = false;

/**
 * Notes on mount that the content which the server has drawn is no more what it was: React has taken
 * it over, which is after its frame ('taken-over'), or something stands in its place.
 */
export function useContentReplaced(): void {
  useEffect(() => {
    isReplaced = true;
  }, []);
}

/**
 * What the server has drawn as this page's content, as long as React has not taken it over: a copy,
 * to be shown where the site's own code fails.
 */
export function drawnContent(): Node | null {
  if (isReplaced || !servedPage()) return null;
  return document.getElementById('content')?.cloneNode(true) ?? null;
}
