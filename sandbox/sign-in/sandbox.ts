import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import type { Provider } from 'oidc-provider';
import type { SandboxLogger } from '#sandbox/logger';
import { SIGN_IN_SANDBOX_PATH } from './credentials';
import { type Keys, loadKeys } from './keys';
import { renderLeaving, renderProblem } from './page/html';
import { createProvider } from './provider';

interface Offsets {
  /** Offset of all times of the token itself, in seconds. */
  clock: number;
  /** Offset of the time of the sign-in, in seconds. */
  authTime: number;
}

/** Returns the same ID token with shifted times, as from a provider with a wrong clock. */
async function issuedAt(token: string, keys: Keys, offsets: Offsets): Promise<string> {
  const { iat = 0, exp = 0, auth_time, ...claims } = decodeJwt<{ auth_time?: number }>(token);
  const { alg = 'ES256', ...header } = decodeProtectedHeader(token);
  const times = { iat: iat + offsets.clock, exp: exp + offsets.clock };
  const signedInAt = auth_time === undefined ? {} : { auth_time: auth_time + offsets.authTime };
  return new SignJWT({ ...claims, ...times, ...signedInAt })
    .setProtectedHeader({ ...header, alg })
    .sign(await importJWK(keys.signing, 'ES256'));
}

export interface SignInSandboxOptions {
  /** Origin of the sandbox for browsers; called when first needed. */
  issuerOrigin: () => string;
  /** The application's origin, to which browsers are redirected. */
  clientOrigin: () => string;
  /** File in which its keys are stored across restarts; null keeps them in memory only. */
  stateFile: string | null;
  logger: SandboxLogger;
}

/** A simulated sign-in provider. It starts with its first request. */
export class SignInSandbox {
  readonly #options: SignInSandboxOptions;
  #provider: Promise<Provider> | null = null;
  #clockOffsetSeconds = 0;
  #authTimeOffsetSeconds = 0;

  constructor(options: SignInSandboxOptions) {
    this.#options = options;
  }

  get issuer(): URL {
    return new URL(SIGN_IN_SANDBOX_PATH, this.#options.issuerOrigin());
  }

  /**
   * Shifts the clock by which ID tokens are issued; with a large negative offset, they are expired
   * on arrival.
   */
  shiftClock(offsetSeconds: number): void {
    this.#clockOffsetSeconds = offsetSeconds;
  }

  /** Reports a shifted time of sign-in. */
  shiftAuthTime(offsetSeconds: number): void {
    this.#authTimeOffsetSeconds = offsetSeconds;
  }

  provider(): Promise<Provider> {
    this.#provider ??= this.#start();
    return this.#provider;
  }

  async #start(): Promise<Provider> {
    const { clientOrigin, stateFile, logger } = this.#options;
    const base = SIGN_IN_SANDBOX_PATH;
    const keys = await loadKeys(stateFile, logger);
    const provider = await createProvider({
      issuer: this.issuer.href,
      clientOrigin: clientOrigin(),
      keys,
      pages: {
        leaving: (language, form) => renderLeaving({ base, language, form }),
        problem: (language, code) => renderProblem({ base, language, code }),
      },
    });
    this.#tellTime(provider, keys);
    return provider;
  }

  #tellTime(provider: Provider, keys: Keys): void {
    provider.use(async (ctx, next) => {
      await next();
      const body: unknown = ctx.body;
      const offsets = { clock: this.#clockOffsetSeconds, authTime: this.#authTimeOffsetSeconds };
      if ((offsets.clock === 0 && offsets.authTime === 0) || !hasIdToken(body)) return;
      ctx.body = { ...body, id_token: await issuedAt(body.id_token, keys, offsets) };
    });
  }
}

const hasIdToken = (body: unknown): body is { id_token: string } =>
  typeof body === 'object' &&
  body !== null &&
  'id_token' in body &&
  typeof body.id_token === 'string';
