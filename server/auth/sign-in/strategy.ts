import type { Request } from 'express';
import { type Configuration, randomNonce, randomState } from 'openid-client';
import { Strategy, type VerifyFunction } from 'openid-client/passport';
import { LANGUAGES } from '#shared/domain/localized';

export const LOGIN_PATH = '/api/login';
export const CALLBACK_PATH = '/api/callback';

/**
 * Authorization code with PKCE as the library has it, and always with `state` and `nonce` too:
 * with PKCE alone only the provider could notice another user's code.
 */
class SignInStrategy extends Strategy {
  override authorizationRequestParams({ query }: Request): URLSearchParams {
    const wish = LANGUAGES.find((language) => language === query.language);
    return new URLSearchParams({
      state: randomState(),
      nonce: randomNonce(),
      ...(wish ? { ui_locales: wish } : {}),
    });
  }

  /** A callback that says nothing is no wish to sign in. */
  override shouldInitiateAuthRequest(req: Request): boolean {
    return req.path === LOGIN_PATH;
  }

  /** Only its parameters are read; the rest is the callback address given to the library. */
  override currentUrl(req: Request): URL {
    return new URL(req.originalUrl, 'http://callback.invalid');
  }
}

/**
 * For one request: passport writes into a strategy it is handed, so that two requests under way
 * would answer for each other.
 * @param publicOrigin the site's, never what a request says of its host
 */
export const signInStrategy = (
  configuration: Configuration,
  publicOrigin: string,
  verify: VerifyFunction,
): Strategy =>
  new SignInStrategy(
    {
      config: configuration,
      // In the session: what the provider's answer must match, until it is used.
      sessionKey: 'oidc',
      scope: 'openid email profile',
      callbackURL: new URL(CALLBACK_PATH, publicOrigin),
    },
    verify,
  );
