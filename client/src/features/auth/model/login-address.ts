import type { Language } from '#shared/domain/localized';

/** @param here the page to come back to, as a path of ours with its query */
export const loginAddress = (here: string, language: Language): string =>
  `/api/login?${new URLSearchParams({ returnTo: here, language })}`;

export const LOGOUT_ADDRESS = '/api/logout';

/** Where the window in which somebody signed in again comes back to. */
export const SIGNED_IN_AGAIN_PATH = '/signed-in-again';
