import { isBrowser } from '#client/lib/browser/page-render';
import { SIGN_IN_PARAMETER } from '#shared/domain/sign-in';
import { SIGNED_IN_AGAIN_PATH } from './login-address';

/**
 * The query with which the server redirected the browser home after signing in or out failed; read
 * before the home page navigates on. The window for signing in again has a page that reads its own.
 */
export const searchOnArrival: string | null =
  isBrowser &&
  window.location.pathname !== SIGNED_IN_AGAIN_PATH &&
  new URLSearchParams(window.location.search).has(SIGN_IN_PARAMETER)
    ? window.location.search
    : null;
