import type { Language } from '#shared/domain/localized';

/** @param here path and query of the page to return to, on this site */
export const loginAddress = (here: string, language: Language): string =>
  `/api/login?${new URLSearchParams({ returnTo: here, language })}`;

export const LOGOUT_ADDRESS = '/api/logout';

/** Path to which the window for signing in again returns. */
export const SIGNED_IN_AGAIN_PATH = '/signed-in-again';
