import type { Answer, EndpointName, RequestBody } from '#shared/contracts/endpoints';
import type { ErrorBody, ErrorCode } from '#shared/contracts/errors';
import { REHEARSAL_HEADER, REHEARSAL_LEFT_PATH } from '#shared/domain/rehearsal';
import { UNATTENDED_HEADER } from '#shared/domain/sign-in';
import { shownRehearsal } from '../browser/shown-rehearsal';
import { withEdition } from '../edition';
import { readServerClock } from '../time/server-clock';
import { recordAge } from './cached-since';
import { isObject, type Shape } from './response-shape';
import { isUserActive } from './user-activity';

/** Any non-OK response. The message is the status, a colon, a space and the body's text. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's error code, for the translated text; null when the response is not ours. */
  readonly code: ErrorCode | null;
  /**
   * The server's text about a rejection (422), for the user; null for any other response, whose
   * message is for machines.
   */
  readonly refusal: string | null;
  /** Wait that the server demands, in ms. */
  readonly retryAfterMs: number | null;
  /** The whole error body of our server; empty when the response is not ours. */
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
    return {}; // For example a proxy's HTML page.
  }
}

/** True when the address names nothing: unknown (404), or not even an id (400). */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** True when the session is missing or has ended. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

/** True when the user's role does not allow the action. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'forbidden';

/**
 * True when the action requires a recent sign-in and the administrator declined to sign in again.
 */
export const wantsSignInAgain = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'sign-in-again';

/** Asks the administrator to sign in again. @returns true when they did */
type AskForSignIn = () => Promise<boolean>;
let askForSignIn: AskForSignIn | null = null;

/** @returns a function that unregisters it */
export function onSignInWanted(ask: AskForSignIn): () => void {
  askForSignIn = ask;
  return () => {
    if (askForSignIn === ask) askForSignIn = null;
  };
}

/** Names of the parameters in an endpoint's path, which start with a colon. */
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
    /** Query parameters according to the contract of the endpoint. */
    query?: URLSearchParams;
    headers?: Record<string, string>;
    signal?: AbortSignal;
    /**
     * Validates a response that the page could not render, or would render wrongly, in another
     * shape.
     */
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
 * Calls an endpoint of the contract, named by method and path: the types of its input and output
 * follow from the name, and nothing of the contract is in the bundle. Sends cookies, and a JSON
 * content type only when there is a body. Path parameters are encoded, so none of them leads to
 * another path.
 *
 * @returns undefined for an endpoint that responds without a body
 * @throws ApiError for any non-OK response; TypeError when the network fails, or a proxy responds
 *   in the server's place
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

const notOurs = () => new TypeError('The response is not from our server');

/**
 * Sends a request whose response is not JSON. A request that requires a recent sign-in is repeated
 * once after it.
 * @throws same as `call`
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
 * A file is sent as it is, with its own type. Requests from an unattended page carry a header: they
 * do not extend an administrator's session.
 */
async function sendOnce(
  method: string,
  path: string,
  { body, headers, signal }: AnyOptions,
): Promise<Response> {
  const askedAt = Date.now();
  const response = await fetch(path.startsWith('/api/') ? withEdition(path) : path, {
    method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      ...(shownRehearsal === null ? {} : { [REHEARSAL_HEADER]: shownRehearsal }),
      ...(isUserActive() ? {} : { [UNATTENDED_HEADER]: '1' }),
      ...(body === undefined
        ? {}
        : { 'Content-Type': body instanceof Blob ? body.type : 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  // The one response that no proxy caches.
  if (!recordAge(response) && path === '/api/config') readServerClock(response, askedAt);
  if (!response.ok) {
    const error = new ApiError(response.status, await errorText(response), retryAfterMs(response));
    if (error.code === 'rehearsal-left') window.location.assign(REHEARSAL_LEFT_PATH);
    throw error;
  }
  return response;
}

const errorText = async (response: Response): Promise<string> =>
  (await response.text()) || response.statusText;

/** Our server never uses the header's other form, a date. */
function retryAfterMs(response: Response): number | null {
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? null : seconds * 1_000;
}
