import { ownCookieName } from '#shared/domain/cookies';

const isHttps = (): boolean => window.location.protocol === 'https:';

/** Of those that scripts may see; undefined for none. */
export const cookie = (name: string): string | undefined =>
  `; ${document.cookie}`.split(`; ${ownCookieName(name, isHttps())}=`)[1]?.split(';')[0];

/**
 * Leaves word for the server, for all of the site.
 * @param lastsS in seconds; 0 takes it away, none keeps it while the browser is open
 */
export function setCookie(name: string, value: string, lastsS?: number): void {
  const secure = isHttps() ? '; Secure' : '';
  const ownName = ownCookieName(name, isHttps());
  const lasts = lastsS === undefined ? '' : `; Max-Age=${lastsS}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser, nor without TLS.
  document.cookie = `${ownName}=${value}; Path=/${lasts}; SameSite=Lax${secure}`;
}
