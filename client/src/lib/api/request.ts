import type { ErrorBody } from '#shared/contracts/primitives';
import { isObject, type Shape } from './answer-shape';

/** Any non-OK answer. The message is the status, a colon, a space and the body's text. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's error code, for the translated sentence; null when the answer was not ours. */
  readonly code: string | null;
  /** When the server asks to be spared for a while. */
  readonly retryAfterMs: number | null;

  constructor(status: number, text: string, retryAfterMs: number | null = null) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = readCode(text);
    this.retryAfterMs = retryAfterMs;
  }
}

function readCode(text: string): string | null {
  try {
    const body: Partial<ErrorBody> | null = JSON.parse(text);
    return typeof body?.code === 'string' ? body.code : null;
  } catch {
    return null; // a proxy's HTML page, say
  }
}

/** An address that names nothing: unknown (404), or not even an id (400). */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Sends cookies, and a JSON content type only when there is a body.
 * The answer's type comes from the shared contract: client and server are deployed together.
 * @throws ApiError for any non-OK answer; TypeError when the network fails, or something between us
 *   answers in the server's place
 */
export async function request<T>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<T> {
  const answer: T = await (await send(method, path, options)).json();
  if (!isObject(answer)) throw notOurs();
  return answer;
}

const notOurs = () => new TypeError('This is no answer of our server');

/** A request that is answered without a body (204); throws as `request` does. */
export async function command(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<void> {
  await send(method, path, options);
}

async function send(
  method: Method,
  path: string,
  { body, headers, signal }: RequestOptions,
): Promise<Response> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) {
    throw new ApiError(response.status, await errorText(response), retryAfterMs(response));
  }
  return response;
}

const errorText = async (response: Response): Promise<string> =>
  (await response.text()) || response.statusText;

/** The header's other form, a date, is not one of our server's. */
function retryAfterMs(response: Response): number | null {
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? null : seconds * 1_000;
}

/**
 * A query function whose URL is the key's segments joined by slashes. All but the first may come from
 * the address bar: encoded, none of them leads to another path of the API.
 *
 * @param isAnswer for answers that the page could not draw, or would draw wrongly, in another shape
 */
export const get =
  <T>(isAnswer?: Shape<T>) =>
  async ({
    queryKey: [path, ...segments],
    signal,
  }: {
    queryKey: readonly [string, ...string[]];
    signal: AbortSignal;
  }): Promise<T> => {
    const url = [path, ...segments.map(encodeURIComponent)].join('/');
    const answer = await request<T>('GET', url, { signal });
    if (isAnswer && !isAnswer(answer)) throw notOurs();
    return answer;
  };
