import type { Answer, EndpointName, RequestBody } from '#shared/contracts/endpoints';
import type { ErrorBody, ErrorCode } from '#shared/contracts/errors';
import { UNATTENDED_HEADER } from '#shared/domain/sign-in';
import { readServerClock } from '../time/server-clock';
import { isObject, type Shape } from './answer-shape';
import { isAttended } from './attendance';
import { noteAge } from './kept-since';

/** Any non-OK answer. The message is the status, a colon, a space and the body's text. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's error code, for the translated sentence; null when the answer was not ours. */
  readonly code: ErrorCode | null;
  /**
   * A refusal (422) in the server's words, which are for the person who asked; null for any other
   * answer, whose message is for machines.
   */
  readonly refusal: string | null;
  /** When the server asks to be spared for a while. */
  readonly retryAfterMs: number | null;
  /** All that our server says; nothing when the answer was not ours. */
  readonly body: Partial<ErrorBody>;

  constructor(status: number, text: string, retryAfterMs: number | null = null) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = readBody(text);
    const { code, message } = this.body;
    this.code = typeof code === 'string' ? code : null;
    this.refusal = status === 422 && typeof message === 'string' && message ? message : null;
    this.retryAfterMs = retryAfterMs;
  }
}

function readBody(text: string): Partial<ErrorBody> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {}; // a proxy's HTML page, say
  }
}

/** An address that names nothing: unknown (404), or not even an id (400). */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** Nobody is signed in, or not any more. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

/** What is asked for is for others of the team. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'forbidden';

/** The act wants a sign-in of these minutes, and whoever acts did not want to sign in. */
export const wantsSignInAgain = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'sign-in-again';

/** Has the person sign in again. @returns whether they have */
type AskForSignIn = () => Promise<boolean>;
let askForSignIn: AskForSignIn | null = null;

/** @returns takes the question back */
export function onSignInWanted(ask: AskForSignIn): () => void {
  askForSignIn = ask;
  return () => {
    if (askForSignIn === ask) askForSignIn = null;
  };
}

/** The names that stand with a colon in an endpoint's path. */
type PathName<Path extends string> = Path extends `${string}:${infer Segment}/${infer Rest}`
  ? BeforeDash<Segment> | PathName<`/${Rest}`>
  : Path extends `${string}:${infer Segment}`
    ? BeforeDash<Segment>
    : never;
type BeforeDash<Segment extends string> = Segment extends `${infer Name}-${string}`
  ? Name
  : Segment;

type PathOptions<Name extends string> = [PathName<Name>] extends [never]
  ? object
  : { params: Record<PathName<Name>, string> };
type BodyOptions<Name extends EndpointName> =
  undefined extends RequestBody<Name> ? { body?: RequestBody<Name> } : { body: RequestBody<Name> };

export type CallOptions<Name extends EndpointName> = PathOptions<Name> &
  BodyOptions<Name> & {
    /** As the contract's query of the endpoint. */
    query?: URLSearchParams;
    headers?: Record<string, string>;
    signal?: AbortSignal;
    /** For an answer that the page could not draw, or would draw wrongly, in another shape. */
    isAnswer?: Shape<Answer<Name>>;
  };

interface AnyOptions {
  params?: Readonly<Record<string, string>>;
  query?: URLSearchParams;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  isAnswer?: Shape<unknown>;
}

/**
 * Calls an endpoint of the contract, named by method and path: what it takes and answers is known by
 * that name, and nothing of the contract is in the bundle. Sends cookies, and a JSON content type
 * only when there is a body. Parts of the path are encoded: none of them leads to another path.
 *
 * @returns undefined for an endpoint that answers without a body
 * @throws ApiError for any non-OK answer; TypeError when the network fails, or something between us
 *   answers in the server's place
 */
export async function call<Name extends EndpointName>(
  name: Name,
  options: CallOptions<Name>,
): Promise<Answer<Name>>;
export async function call(name: EndpointName, options: AnyOptions): Promise<unknown> {
  const [method = '', pattern = ''] = name.split(' ');
  const { params = {}, query, isAnswer = isObject } = options;
  const path = pattern.replace(/:(\w+)/g, (_name, key) => encodeURIComponent(params[key] ?? ''));
  const response = await send(method, query?.size ? `${path}?${query}` : path, options);
  if (response.status === 204) return undefined;
  const answer: unknown = await response.json();
  if (!isAnswer(answer)) throw notOurs();
  return answer;
}

const notOurs = () => new TypeError('This is no answer of our server');

/**
 * Sends a request by itself, for an answer that is no JSON. What wants a sign-in of these minutes is
 * sent once more after it.
 * @throws as `call`
 */
export async function send(method: string, path: string, options: AnyOptions): Promise<Response> {
  for (;;) {
    try {
      return await sendOnce(method, path, options);
    } catch (error) {
      if (!wantsSignInAgain(error) || !(await askForSignIn?.())) throw error;
    }
  }
}

/**
 * A file goes as it is, under its own type. What a page asks for while nobody is at it says so: it
 * keeps no administrator signed in.
 */
async function sendOnce(
  method: string,
  path: string,
  { body, headers, signal }: AnyOptions,
): Promise<Response> {
  const askedAt = Date.now();
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      ...(isAttended() ? {} : { [UNATTENDED_HEADER]: '1' }),
      ...(body === undefined
        ? {}
        : { 'Content-Type': body instanceof Blob ? body.type : 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  // The one answer that nobody between us keeps.
  if (!noteAge(response) && path === '/api/config') readServerClock(response, askedAt);
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
