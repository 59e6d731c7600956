/** Stores the visitor's choice, so that the server renders the next page in it. */
export const LANGUAGE_COOKIE = 'language';

/**
 * Marks a browser in which someone has signed in, so that all other browsers can skip the request
 * for the current user. Grants no access.
 */
export const SIGNED_IN_COOKIE = 'signed-in';

/**
 * Adds a prefix with which browsers accept the cookie only from this site, over https, for the
 * whole site.
 */
export const ownCookieName = (name: string, isHttps: boolean): string =>
  isHttps ? `__Host-${name}` : name;
