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
import type { OidcSettings } from '../../config';
import { boundedAnswer } from '../../foreign-json';

/** A browser waits for each answer. */
const TIMEOUT_SECONDS = 10;

export interface IssuerSettings extends OidcSettings {
  /** Where we reach an issuer that only browsers find under its own address; else null. */
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
   * What the provider says of itself, asked for once; after a failure the next call asks again.
   * @throws when it cannot be reached, or is not the one we were told
   */
  configuration(): Promise<Configuration> {
    this.#discovery ??= discover(this.#settings).catch((error: unknown) => {
      this.#discovery = null;
      throw error;
    });
    return this.#discovery;
  }

  /**
   * Where the browser signs out of the provider too.
   * @param home where the provider sends it afterwards; registered there
   * @returns null when the provider offers no such thing, or cannot be asked
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
  const isInsecure = server.protocol === 'http:'; // never in production
  return discovery(server, clientId, undefined, clientAuthentication(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
    [customFetch]: fetchBy(server.origin, backchannelOrigin ?? server.origin),
  });
}

/** In the body where that is offered: in the header, providers disagree about escaping. */
const clientAuthentication =
  (secret: string): ClientAuth =>
  (server, ...rest) => {
    const isPostOffered =
      server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (isPostOffered ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, ...rest);
  };

/** @param reached where `shown`, the provider's own address, is found from here */
const fetchBy =
  (shown: string, reached: string): CustomFetch =>
  async (url, { body, ...options }) =>
    boundedAnswer(
      await fetch(url.startsWith(`${shown}/`) ? `${reached}${url.slice(shown.length)}` : url, {
        ...options,
        // Copied, bytes are surely in memory of their own, which is all that `fetch` is typed for.
        body: body instanceof Uint8Array ? new Uint8Array(body) : (body ?? null),
      }),
    );
