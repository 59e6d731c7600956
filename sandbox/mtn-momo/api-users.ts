import { randomUUID } from 'node:crypto';
import { MTN_MOMO_SANDBOX_API_KEY, MTN_MOMO_SANDBOX_API_USER } from './credentials';

/** Who may ask for tokens, and the one host that is called back for them. */
interface ApiUser {
  id: string;
  providerCallbackHost: string;
  /** Null until one is asked for. */
  apiKey: string | null;
}

/**
 * The user of the constants, who is always there, as if made in the partner portal, and those made
 * through the API, who are forgotten at a restart.
 */
export class ApiUsers {
  /** The host registered for the user of the constants; asked when needed. */
  readonly #callbackHost: () => string;
  readonly #made = new Map<string, ApiUser>();

  constructor(callbackHost: () => string) {
    this.#callbackHost = callbackHost;
  }

  find(id: string): Readonly<ApiUser> | null {
    if (id !== MTN_MOMO_SANDBOX_API_USER) return this.#made.get(id) ?? null;
    return { id, providerCallbackHost: this.#callbackHost(), apiKey: MTN_MOMO_SANDBOX_API_KEY };
  }

  create(id: string, providerCallbackHost: string): void {
    this.#made.set(id, { id, providerCallbackHost, apiKey: null });
  }

  /**
   * The old key opens nothing any more.
   * @returns null for a user who was not made through the API
   */
  renewKey(id: string): string | null {
    const user = this.#made.get(id);
    if (!user) return null;
    user.apiKey = randomUUID().replaceAll('-', '');
    return user.apiKey;
  }

  /**
   * Reads the `Authorization` header of the token call.
   * @returns the user's id, or null when the credentials are wrong
   */
  signIn(authorization: string | undefined): string | null {
    const encoded = /^Basic (\S+)$/.exec(authorization ?? '')?.[1] ?? '';
    const [id = '', key] = Buffer.from(encoded, 'base64').toString().split(':');
    const apiKey = this.find(id)?.apiKey ?? null;
    return apiKey !== null && apiKey === key ? id : null;
  }

  reset(): void {
    this.#made.clear();
  }
}
