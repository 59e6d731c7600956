import {
  allowInsecureRequests,
  buildEndSessionUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { OidcSettings } from '#server/config/index';
import { boundedResponse } from '#server/platform/external-json/index';

/** Short, because a browser waits for each response. */
const TIMEOUT_SECONDS = 10;

export interface IssuerSettings extends OidcSettings {
  /**
   * Address at which the server reaches the issuer when the issuer's own address works only for
   * browsers; else null.
   */
  backchannelOrigin: string | null;
}

/** The OpenID Connect provider, discovered at the first sign-in. */
export class Issuer {
  readonly #settings: IssuerSettings;
  #discovery: Promise<Configuration> | null = null;

  constructor(settings: IssuerSettings) {
    this.#settings = settings;
  }

  /**
   * Returns the provider's metadata, requested once; after a failure, the next call requests it
   * again.
   * @throws when it cannot be reached, or is not the configured issuer
   */
  configuration(): Promise<Configuration> {
    this.#discovery ??= discover(this.#settings).catch((error: unknown) => {
      this.#discovery = null;
      throw error;
    });
    return this.#discovery;
  }

  /**
   * Returns the address at which the browser also signs out of the provider.
   * @param home where the provider redirects afterwards; must be registered there
   * @returns null when the provider has no such address or cannot be reached
   */
  async endSessionUrl(idToken: string, home: string): Promise<string | null> {
    const configuration = await this.configuration().catch(() => null);
    if (!configuration?.serverMetadata().end_session_endpoint) return null;
    return buildEndSessionUrl(configuration, {
      id_token_hint: idToken,
      post_logout_redirect_uri: home,
    }).href;
  }
}

function discover(settings: IssuerSettings): Promise<Configuration> {
  const { issuerUrl, clientId, clientSecret, backchannelOrigin } = settings;
  const server = new URL(issuerUrl);
  const isInsecure = server.protocol === 'http:'; // Never in production
  return discovery(server, clientId, undefined, clientAuthentication(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
    [customFetch]: fetchBy(server.origin, backchannelOrigin ?? server.origin),
  });
}

/** Sends credentials in the body if supported: providers disagree about escaping in the header. */
const clientAuthentication =
  (secret: string): ClientAuth =>
  (server, ...rest) => {
    const isPostOffered =
      server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (isPostOffered ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, ...rest);
  };

/** @param reached address at which the server finds `shown`, the provider's own address */
const fetchBy =
  (shown: string, reached: string): CustomFetch =>
  async (url, { body, ...options }) =>
    boundedResponse(
      await fetch(url.startsWith(`${shown}/`) ? `${reached}${url.slice(shown.length)}` : url, {
        ...options,
        // Copied to make sure that the bytes are not in shared memory, as the type of `fetch`
        // requires.
        body: body instanceof Uint8Array ? new Uint8Array(body) : (body ?? null),
      }),
    );
