import type { NextFunction, Request, Response } from 'express';
import { fetchUserInfo } from 'openid-client';
import type { Authenticator } from 'passport';
import type { User } from '../admin-rights';
import { sessionHash } from '../sessions';
import type { Issuer } from './issuer';
import { type Profile, profileFrom } from './profile';
import { SignInError } from './sign-in-error';
import { signInStrategy } from './strategy';

/** How long a visitor may take to sign in, before their session is forgotten. */
const SIGN_IN_MS = 10 * 60_000;

interface SignInOptions {
  passport: Pick<Authenticator, 'authenticate'>;
  issuer: Issuer;
  publicOrigin: string;
  recordSignIn(profile: Profile): Promise<User>;
}

interface SignedIn {
  user: User;
  /** Kept for the provider's sign-out only. */
  idToken: string;
}

/** The two halves of signing in; between them the browser is at the provider's. */
export class SignIn {
  readonly #options: SignInOptions;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /**
   * Sends the browser to the provider; its session remembers what the answer must match.
   * @param returnTo a page of ours
   */
  async begin(req: Request, res: Response, next: NextFunction, returnTo: string): Promise<void> {
    const { passport, issuer, publicOrigin } = this.#options;
    // First of all: while the provider is away, no visitor is given a session.
    const configuration = await issuer.configuration();
    req.session.returnTo = returnTo;
    if (!req.user && !req.session.isVoter) req.session.cookie.maxAge = SIGN_IN_MS;
    const strategy = signInStrategy(configuration, publicOrigin, (_tokens, done) =>
      done(new Error('the sign-in has not come back yet')),
    );
    passport.authenticate(strategy)(req, res, next);
  }

  /**
   * Takes the provider's answer, once, and gives the browser a new session in the person's name.
   * @returns the page they wanted to come back to
   * @throws when the answer does not fit the question, or is a refusal
   */
  async complete(req: Request, res: Response): Promise<string> {
    const { returnTo = '/' } = req.session;
    const { user, idToken } = await this.#authenticate(req, res);
    const { isVoter } = req.session;
    const ownerHash = sessionHash(req);
    await settled((done) => req.logIn(user, done)); // with a new session id
    Object.assign(req.session, { idToken }, isVoter ? { isVoter, ownerHash } : {});
    // Before the redirect: the browser may be quicker than the database.
    await settled((done) => req.session.save(done));
    return returnTo;
  }

  async #authenticate(req: Request, res: Response): Promise<SignedIn> {
    const { passport, issuer, publicOrigin, recordSignIn } = this.#options;
    const configuration = await issuer.configuration();
    return new Promise((resolve, reject) => {
      let idToken = '';
      const strategy = signInStrategy(configuration, publicOrigin, async (tokens, done) => {
        const claims = tokens.claims();
        if (!claims || !tokens.id_token) throw new Error('the provider sent no ID token');
        idToken = tokens.id_token;
        // Not every provider repeats the profile in the ID token.
        const details = configuration.serverMetadata().userinfo_endpoint
          ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : {};
        done(null, await recordSignIn(profileFrom({ ...claims, ...details })));
      });
      const answer = (error: unknown, user?: Express.User | false | null, info?: unknown) => {
        if (error) reject(error);
        else if (user) resolve({ user, idToken });
        else reject(SignInError.refused(info));
      };
      passport.authenticate(strategy, answer)(req, res, reject);
    });
  }
}

function settled(start: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}
