import { randomUUID } from 'node:crypto';
import { MTN_MOMO_SANDBOX_API_KEY, MTN_MOMO_SANDBOX_API_USER } from './credentials';

/** A user allowed to request tokens, with the only host that may get its callbacks. */
interface ApiUser {
  id: string;
  providerCallbackHost: string;
  /** Null until one is requested. */
  apiKey: string | null;
}

/**
 * The fixed user, which always exists as if created in the partner portal, and users created
 * through the API, which are lost at a restart.
 */
export class ApiUsers {
  /** Host registered for the fixed user; called when needed. */
  readonly #callbackHost: () => string;
  readonly #created = new Map<string, ApiUser>();

  constructor(callbackHost: () => string) {
    this.#callbackHost = callbackHost;
  }

  find(id: string): Readonly<ApiUser> | null {
    if (id !== MTN_MOMO_SANDBOX_API_USER) return this.#created.get(id) ?? null;
    return { id, providerCallbackHost: this.#callbackHost(), apiKey: MTN_MOMO_SANDBOX_API_KEY };
  }

  create(id: string, providerCallbackHost: string): void {
    this.#created.set(id, { id, providerCallbackHost, apiKey: null });
  }

  /**
   * Replaces a user's key; the old one becomes invalid.
   * @returns null for a user that was not created through the API
   */
  renewKey(id: string): string | null {
    const user = this.#created.get(id);
    if (!user) return null;
    user.apiKey = randomUUID().replaceAll('-', '');
    return user.apiKey;
  }

  /**
   * Checks the `Authorization` header of the token call.
   * @returns the user's id, or null when the credentials are wrong
   */
  signIn(authorization: string | undefined): string | null {
    const encoded = /^Basic (\S+)$/.exec(authorization ?? '')?.[1] ?? '';
    const [id = '', key] = Buffer.from(encoded, 'base64').toString().split(':');
    const apiKey = this.find(id)?.apiKey ?? null;
    return apiKey !== null && apiKey === key ? id : null;
  }

  reset(): void {
    this.#created.clear();
  }
}
