/** It waits in a cookie, encrypted, and browsers refuse one of more than 4,096 characters. */
const MAX_LENGTH = 2_500;

/** Pages only: an endpoint visited in passing could sign the person out again. */
const isPage = (pathname: string): boolean => !/^\/api(\/|$)/i.test(pathname);

/**
 * Where to go after signing in: a page of ours, or home for anything else. What a browser would
 * make of it decides, since `/\evil.example` and `/<tab>/evil.example` leave the site too.
 */
export function returnPath(wanted: unknown, publicOrigin: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  if (!URL.canParse(wanted, publicOrigin)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, publicOrigin);
  // Resolving `/.//evil.example` stays here, its result `//evil.example` would not.
  const isOurs = origin === publicOrigin && !pathname.startsWith('//');
  const path = `${pathname}${search}${hash}`;
  return isOurs && isPage(pathname) && path.length <= MAX_LENGTH ? path : '/';
}
