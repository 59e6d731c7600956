import { useEffect } from 'react';
import { serverPage } from '../browser/page-render';

let isReplaced = false;

/**
 * Rendered beside a page. Its mount records that the server-rendered content was replaced: React
 * has hydrated it, later than the frame around it (the `hydrated` event), or shows other content.
 */
export function ContentReplaced(): null {
  useEffect(() => {
    isReplaced = true;
  }, []);
  return null;
}

/**
 * Returns a copy of the page's server-rendered content until React has hydrated it; shown when the
 * site's own code fails.
 */
export function serverContent(): Node | null {
  if (isReplaced || !serverPage()) return null;
  return document.getElementById('content')?.cloneNode(true) ?? null;
}
