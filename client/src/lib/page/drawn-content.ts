import { useEffect } from 'react';
import { servedPage } from '../browser/page-drawing';

let isReplaced = false;

/**
 * Stands beside a page. It notes on mount that the content which the server has drawn is no more what
 * it was: React has taken it over, which is after its frame ('taken-over'), or shows something else.
 */
export function ContentReplaced(): null {
  useEffect(() => {
    isReplaced = true;
  }, []);
  return null;
}

/**
 * What the server has drawn as this page's content, as long as React has not taken it over: a copy,
 * to be shown where the site's own code fails.
 */
export function drawnContent(): Node | null {
  if (isReplaced || !servedPage()) return null;
  return document.getElementById('content')?.cloneNode(true) ?? null;
}
