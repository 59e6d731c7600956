import { useEffect } from 'react';
import { serverPage } from '../browser/page-render';

let isReplaced = false;

/**
 * Rendered beside a page. On mount it records that the server-rendered content has been replaced:
 * React has hydrated it, which happens after the frame around it ('hydrated'), or shows something
 * else.
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
