import type { Request, Response } from 'express';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { LANGUAGES } from '#shared/domain/localized';
import type { Issuer } from './issuer';
import type { PendingSignIns } from './pending-sign-in';
import { type Profile, profileFrom } from './profile';
import { NoSignInError } from './sign-in-error';

export const CALLBACK_PATH = '/api/callback';

interface SignInOptions {
  issuer: Issuer;
  pending: PendingSignIns;
  /** The site's, never what a request says of its host. */
  publicOrigin: string;
}

export interface SignedIn {
  profile: Profile;
  /** Kept for the provider's sign-out only. */
  idToken: string;
  /** The page they wanted to come back to. */
  returnTo: string;
}

/**
 * The two halves of signing in; between them the browser is at the provider's. Authorization code
 * with PKCE, and always with `state` and `nonce` too: with PKCE alone only the provider could notice
 * another user's code.
 */
export class SignIn {
  readonly #options: SignInOptions;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /**
   * Sends the browser to the provider; its cookie remembers what the answer must match.
   * @param returnTo a page of ours
   */
  async begin(req: Request, res: Response, returnTo: string): Promise<void> {
    const { issuer, pending, publicOrigin } = this.#options;
    const configuration = await issuer.configuration();
    const codeVerifier = randomPKCECodeVerifier();
    const checks = { state: randomState(), nonce: randomNonce() };
    const wish = LANGUAGES.find((language) => language === req.query.language);
    const address = buildAuthorizationUrl(configuration, {
      ...checks,
      scope: 'openid email profile',
      redirect_uri: new URL(CALLBACK_PATH, publicOrigin).href,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(wish ? { ui_locales: wish } : {}),
    });
    await pending.keep(res, { ...checks, codeVerifier, returnTo });
    res.redirect(address.href);
  }

  /**
   * Takes the provider's answer, once.
   * @throws when the answer does not fit the question, or is a refusal
   */
  async complete(req: Request, res: Response): Promise<SignedIn> {
    const { issuer, pending, publicOrigin } = this.#options;
    const asked = await pending.take(req, res);
    if (!asked) throw new NoSignInError();
    const configuration = await issuer.configuration();
    const answer = new URL(CALLBACK_PATH, publicOrigin);
    answer.search = new URL(req.originalUrl, publicOrigin).search;
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: asked.state,
      expectedNonce: asked.nonce,
      pkceCodeVerifier: asked.codeVerifier,
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new Error('the provider sent no ID token');
    // Not every provider repeats the profile in the ID token.
    const details = configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
    return {
      profile: profileFrom({ ...claims, ...details, iss: claims.iss }),
      idToken: tokens.id_token,
      returnTo: asked.returnTo,
    };
  }
}
