import { isBrowser, servedPage } from './page-drawing';

let isTakenOver = false;
if (isBrowser) {
  window.addEventListener('taken-over', () => {
    isTakenOver = true;
  });
}

/**
 * What the server has drawn as this page's content, as long as React has not taken it over: a copy,
 * to be shown where the site's own code fails.
 */
export function drawnContent(): Node | null {
  if (isTakenOver || !servedPage()) return null;
  return document.getElementById('content')?.cloneNode(true) ?? null;
}
