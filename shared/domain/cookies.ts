/** Holds the visitor's choice, for the server to draw the next page in. */
export const LANGUAGE_COOKIE = 'language';

/**
 * Says no more than that somebody has signed in with this browser: so that all others need not ask
 * who it is. It opens nothing.
 */
export const SIGNED_IN_COOKIE = 'signed-in';

/** Browsers take a name with this prefix only from us, over https, for the whole site. */
export const ownCookieName = (name: string, isHttps: boolean): string =>
  isHttps ? `__Host-${name}` : name;
