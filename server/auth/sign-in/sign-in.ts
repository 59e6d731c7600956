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
import { RECENT_SIGN_IN_MS } from '#shared/domain/sign-in';
import type { Issuer } from './issuer';
import type { PendingSignIn, PendingSignIns } from './pending-sign-in';
import { type Profile, profileFrom } from './profile';
import { NoSignInError } from './sign-in-error';

export const CALLBACK_PATH = '/api/callback';

const MAX_AGE_S = RECENT_SIGN_IN_MS / 1_000;
/**
 * Longer than any provider session: sent so that the provider reports the time of sign-in
 * (`auth_time`).
 */
const ANY_AGE_S = 365 * 86_400;

interface SignInOptions {
  issuer: Issuer;
  pending: PendingSignIns;
  /** The site's configured origin, never the request's host header. */
  publicOrigin: string;
  /** `acr` values accepted for a team member's sign-in. */
  requiredAcr: readonly string[];
}

/** How the user authenticated. */
export interface Proof {
  /** Stored for the provider's sign-out only. */
  idToken: string;
  /** In ms; null when the provider does not report it. */
  authenticatedAt: number | null;
  acr: string | null;
}

export interface SignedIn extends Proof {
  profile: Profile;
}

export type SignInRequest = Pick<PendingSignIn, 'returnTo' | 'language' | 'again' | 'isStrong'>;

/**
 * The two halves of a sign-in, between which the browser is at the provider. Uses the authorization
 * code flow with PKCE, and always `state` and `nonce` as well: with PKCE alone, only the provider
 * could detect another user's code.
 */
export class SignIn {
  readonly #options: SignInOptions;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** True when the proof is sufficient for a team member. */
  isStrong({ acr = null }: { acr?: string | null | undefined }): boolean {
    const { requiredAcr } = this.#options;
    return requiredAcr.length === 0 || (acr !== null && requiredAcr.includes(acr));
  }

  /**
   * Redirects the browser to the provider; a cookie stores what the response must match. A user who
   * signs in again must authenticate there even with an active session.
   */
  async begin(res: Response, request: SignInRequest): Promise<void> {
    const { issuer, pending, publicOrigin, requiredAcr } = this.#options;
    const configuration = await issuer.configuration();
    const codeVerifier = randomPKCECodeVerifier();
    const checks = { state: randomState(), nonce: randomNonce() };
    const { returnTo, language, again } = request;
    const isAgain = again !== undefined;
    const isStrong = requiredAcr.length > 0 && (isAgain || request.isStrong === true);
    const address = buildAuthorizationUrl(configuration, {
      ...checks,
      scope: 'openid email profile',
      redirect_uri: new URL(CALLBACK_PATH, publicOrigin).href,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(language ? { ui_locales: language } : {}),
      max_age: String(isAgain ? MAX_AGE_S : ANY_AGE_S),
      ...(isStrong ? { acr_values: requiredAcr.join(' ') } : {}),
      ...(isAgain || isStrong ? { prompt: 'login' } : {}),
    });
    await pending.store(res, { ...checks, codeVerifier, returnTo, language, again, isStrong });
    res.redirect(address.href);
  }

  /**
   * Returns and removes the sign-in that this browser has started.
   * @throws NoSignInError
   */
  async takePending(req: Request, res: Response): Promise<PendingSignIn> {
    const pending = await this.#options.pending.take(req, res);
    if (!pending) throw new NoSignInError();
    return pending;
  }

  /**
   * Processes the provider's response to a started sign-in.
   * @throws when the response does not match the request, or is an error
   */
  async complete(req: Request, pending: PendingSignIn): Promise<SignedIn> {
    const { issuer, publicOrigin } = this.#options;
    const configuration = await issuer.configuration();
    const answer = new URL(CALLBACK_PATH, publicOrigin);
    answer.search = new URL(req.originalUrl, publicOrigin).search;
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.codeVerifier,
      ...(pending.again === undefined ? {} : { maxAge: MAX_AGE_S }),
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new Error('the provider sent no ID token');
    // Some providers do not repeat the profile in the ID token.
    const details = configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
    const { auth_time, acr } = claims;
    return {
      profile: profileFrom({ ...claims, ...details, iss: claims.iss }),
      idToken: tokens.id_token,
      // Limited to the current time, so that a provider's fast clock extends no session.
      authenticatedAt: auth_time === undefined ? null : Math.min(auth_time * 1_000, Date.now()),
      acr: typeof acr === 'string' ? acr : null,
    };
  }
}
