import { ownCookieName } from '#shared/domain/cookies';

const isHttps = (): boolean => window.location.protocol === 'https:';

/** Returns a cookie that scripts may read; undefined when there is none. */
export const cookie = (name: string): string | undefined =>
  `; ${document.cookie}`.split(`; ${ownCookieName(name, isHttps())}=`)[1]?.split(';')[0];

/**
 * Sets a cookie for the whole site, to be read by the server.
 * @param lastsS in seconds; 0 deletes it; without it the cookie lives as long as the browser is
 *   open
 */
export function setCookie(name: string, value: string, lastsS?: number): void {
  const secure = isHttps() ? '; Secure' : '';
  const ownName = ownCookieName(name, isHttps());
  const lasts = lastsS === undefined ? '' : `; Max-Age=${lastsS}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers, and without TLS.
  document.cookie = `${ownName}=${value}; Path=/${lasts}; SameSite=Lax${secure}`;
}
