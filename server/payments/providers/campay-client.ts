import { z } from 'zod';
import type { CampaySettings } from '../../config';

/** A token is renewed this long before it ends. */
const TOKEN_MARGIN_MS = 60_000;

/** What came back: `status` 0 when nothing did, `body` undefined when it was not JSON. */
export interface CampayAnswer {
  status: number;
  body: unknown;
  /** Why there is no answer, for the log; never a body's text. */
  trouble: string | null;
}

const tokenAnswer = z.object({ token: z.string().min(1), expires_in: z.number().positive() });

/** Speaks HTTP with Campay: paths, the `Token` header, time-outs. Knows nothing of payments. */
export class CampayClient {
  readonly #settings: CampaySettings;
  readonly #timeoutMs: number;
  #token: { value: Promise<string | null>; expiresAtMs: number } | null = null;

  constructor(settings: CampaySettings, timeoutMs: number) {
    this.#settings = settings;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * One call, repeated only after a 401, which the provider did not process. Never throws.
   * @param path with its closing slash, which the provider insists on
   */
  async call(method: 'GET' | 'POST', path: string, body?: object): Promise<CampayAnswer> {
    const answer = await this.#callOnce(method, path, body);
    if (answer.status !== 401 || 'token' in this.#settings.credentials) return answer;
    this.#token = null;
    return this.#callOnce(method, path, body);
  }

  async #callOnce(method: 'GET' | 'POST', path: string, body?: object): Promise<CampayAnswer> {
    const token = await this.#currentToken();
    if (token === null) return { status: 0, body: undefined, trouble: 'no token' };
    return this.#send(method, path, { Authorization: `Token ${token}` }, body);
  }

  /** One request for a token serves all who wait for it. */
  async #currentToken(): Promise<string | null> {
    const { credentials } = this.#settings;
    if ('token' in credentials) return credentials.token;
    if (!this.#token || Date.now() >= this.#token.expiresAtMs) {
      const token = {
        value: this.#requestToken(credentials),
        expiresAtMs: Number.POSITIVE_INFINITY,
      };
      this.#token = token;
    }
    return this.#token.value;
  }

  async #requestToken(credentials: { username: string; password: string }): Promise<string | null> {
    const answer = await this.#send('POST', '/token/', {}, credentials);
    const parsed = tokenAnswer.safeParse(answer.body);
    if (answer.status !== 200 || !parsed.success) {
      this.#token = null; // the next call asks again
      return null;
    }
    if (this.#token) {
      this.#token.expiresAtMs = Date.now() + parsed.data.expires_in * 1_000 - TOKEN_MARGIN_MS;
    }
    return parsed.data.token;
  }

  async #send(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<CampayAnswer> {
    try {
      const response = await fetch(`${this.#settings.baseUrl.replace(/\/$/, '')}${path}`, {
        method,
        headers: {
          Accept: 'application/json',
          ...headers,
          ...(body ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        // A redirect could turn the POST into a GET.
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      return { status: response.status, body: asJson(await response.text()), trouble: null };
    } catch (error) {
      return { status: 0, body: undefined, trouble: troubleOf(error) };
    }
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `TimeoutError`, `ECONNREFUSED` and the like. */
function troubleOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
