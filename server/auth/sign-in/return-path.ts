/**
 * Limit because it is stored in an encrypted cookie, and browsers reject cookies of more than 4,096
 * characters.
 */
const MAX_LENGTH = 2_500;

/** Pages only: redirecting to an API endpoint could sign the user out again. */
const isPage = (pathname: string): boolean => !/^\/api(\/|$)/i.test(pathname);

/**
 * Returns where to go after signing in: a page of this site, or the home page for anything else.
 * Resolved as a browser would, since `/\evil.example` and `/<tab>/evil.example` also leave the
 * site.
 */
export function returnPath(wanted: unknown, publicOrigin: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  if (!URL.canParse(wanted, publicOrigin)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, publicOrigin);
  // `/.//evil.example` resolves to this site, but its result `//evil.example` would not.
  const isOurs = origin === publicOrigin && !pathname.startsWith('//');
  const path = `${pathname}${search}${hash}`;
  return isOurs && isPage(pathname) && path.length <= MAX_LENGTH ? path : '/';
}
