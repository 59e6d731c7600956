import { isBrowser } from '#client/lib/browser/page-drawing';
import { SIGN_IN_PARAMETER } from '#shared/domain/sign-in';
import { SIGNED_IN_AGAIN_PATH } from './login-address';

/**
 * The query that says why signing in or out came to nothing, as the server has sent the browser home
 * with it; read before the home page leads on. The window in which somebody signs in again has a page
 * that reads its own.
 */
export const searchOnArrival: string | null =
  isBrowser &&
  window.location.pathname !== SIGNED_IN_AGAIN_PATH &&
  new URLSearchParams(window.location.search).has(SIGN_IN_PARAMETER)
    ? window.location.search
    : null;
