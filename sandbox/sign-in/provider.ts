import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Language } from '#sandbox/page/language';
import { DEMO_ACCOUNTS } from './accounts';
import {
  SIGN_IN_SANDBOX_CLIENT_ID,
  SIGN_IN_SANDBOX_CLIENT_SECRET,
  SIGN_IN_SANDBOX_SECOND_FACTOR,
} from './credentials';
import type { Keys } from './keys';

interface ProviderOptions {
  /** Address of the provider for browsers. */
  issuer: string;
  /** The application's origin. */
  clientOrigin: string;
  keys: Keys;
  /** HTML pages shown by the provider. */
  pages: {
    leaving(language: Language, form: string): string;
    problem(language: Language, code: string): string;
  };
}

const HOUR_S = 3_600;

/** Creates a certified OpenID Connect provider with a few accounts and one client, in memory. */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  // Imported here because voting does not need it.
  const [{ Provider }, { createMemoryAdapter }] = await Promise.all([
    import('oidc-provider/lib/provider.js'),
    import('oidc-provider/lib/adapters/memory_adapter.js'),
  ]);
  const provider = new Provider(options.issuer, {
    ...configuration(options),
    adapter: createMemoryAdapter(),
  });
  // The sandbox's routes set the issuer's host in proxy headers, whatever the request's origin.
  provider.proxy = true;
  return provider;
}

function configuration({ issuer, clientOrigin, keys, pages }: ProviderOptions): Configuration {
  const path = new URL(issuer).pathname;
  return {
    clients: [
      {
        client_id: SIGN_IN_SANDBOX_CLIENT_ID,
        client_secret: SIGN_IN_SANDBOX_CLIENT_SECRET,
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${clientOrigin}/api/callback`],
        post_logout_redirect_uris: [`${clientOrigin}/`],
      },
    ],
    jwks: { keys: [{ ...keys.signing, alg: 'ES256', use: 'sig' }] },
    cookies: {
      keys: [keys.cookies],
      names: {
        session: 'sandbox-oidc-session',
        interaction: 'sandbox-oidc-interaction',
        resume: 'sandbox-oidc-resume',
      },
      long: { path, signed: true, httpOnly: true, sameSite: 'lax' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    acrValues: [SIGN_IN_SANDBOX_SECOND_FACTOR],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    findAccount: (_ctx, id) => {
      const account = DEMO_ACCOUNTS.find(({ claims }) => claims.sub === id);
      return account && { accountId: id, claims: () => account.claims };
    },
    loadExistingGrant: grantAllScopes,
    interactions: { url: (_ctx, { uid }) => `${path}/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: {
      AccessToken: HOUR_S,
      AuthorizationCode: 60,
      Grant: 14 * 24 * HOUR_S,
      IdToken: HOUR_S,
      Interaction: HOUR_S,
      Session: 14 * 24 * HOUR_S,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = pages.leaving(languageIn(ctx), form);
        },
      },
    },
    renderError: (ctx, { error }) => {
      ctx.type = 'html';
      ctx.body = pages.problem(languageIn(ctx), error);
    },
  };
}

/** Grants every scope without a consent page, because the application belongs to the provider. */
async function grantAllScopes({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  if (!client || !session?.accountId) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  if (grantId) return provider.Grant.find(grantId);
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

/** The language requested by the application, else the browser's. */
const languageIn = (ctx: KoaContextWithOIDC): Language => {
  const requested = ctx.query.ui_locales;
  if (requested === 'en' || requested === 'fr') return requested;
  return ctx.acceptsLanguages('en', 'fr') === 'fr' ? 'fr' : 'en';
};
