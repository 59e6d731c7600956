import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { JSONParser, TokenizerError, TokenParserError } from '@streamparser/json';
import { request as ask, type Dispatcher } from 'undici';
import { JsonDepth, parseExternalJson, readUpTo } from '#server/platform/external-json/index';
import {
  type CallOutcome,
  observeProviderCall,
  outcomeOfStatus,
} from '#server/platform/instruments';
import type { Logger } from '#server/platform/logger';
import type { Evidence } from '#shared/contracts/payment-events';
import type { Acceptance, ProviderProbe } from '../provider';
import { withoutPersonalData } from '../reported-fields';
import { CircuitBreaker } from './circuit-breaker';
import type { IssuedToken, NoToken, TokenCache } from './token-cache';

export interface ProviderRequest {
  method: 'GET' | 'POST';
  /** Exactly as the provider documents it, trailing slash included. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  json?: object;
  /**
   * Number of retries when no usable response arrives. Only for requests that are safe to repeat: a
   * query, a token; never a request for payment.
   */
  retries?: number;
}

/**
 * A request for a possibly long list: its entries are read as a stream, and its body is not stored.
 */
export interface ListRequest extends ProviderRequest {
  /** Path of the entries in the syntax of `@streamparser/json`, such as `$.data.*`. */
  entriesAt: string;
  take: (entries: readonly unknown[]) => Promise<void> | void;
}

export interface ProviderResponse {
  /** 0 when there was no response. */
  status: number;
  /** The parsed JSON; undefined when there was none. */
  body: unknown;
  /** True for JSON or an empty body, as providers send; false for a gateway's page. */
  isReadable: boolean;
  /** Why there is no response, such as `TimeoutError` or `ECONNREFUSED`; never a body's text. */
  failure: string | null;
  /** True when the request may have reached the provider. False is certain. */
  wasSent: boolean;
  /** Value of the `Date` header. */
  date: string | null;
  /** Set when the request was not sent because the provider issued no token for it. */
  noToken?: NoToken | null;
}

/** Timeouts for providers. Tests set shorter ones. */
export interface Timeouts {
  /** For one call, its retries included; queries have a shorter limit. */
  timeoutMs: number;
  /** Time before an unresponsive provider is probed again. */
  probeAfterMs: number;
  /** Interval between two requests for a long list, where the provider limits them. */
  listPauseMs: number;
}

const DEFAULT_TIMEOUTS: Readonly<Omit<Timeouts, 'listPauseMs'>> = {
  timeoutMs: 10_000,
  probeAfterMs: 10_000,
};
/** Timeout of a query, in ms. It is retried later, and a waiting query delays others. */
const QUERY_TIMEOUT_MS = 3_000;
/** Timeout of a list, in ms. A day of a big event has tens of thousands of entries. */
const LIST_TIMEOUT_MS = 30_000;
/** Longest response, in bytes. The longest one that is not streamed has a hundred records. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
/** Longest list entry, in bytes, buffered before it is complete. */
const MAX_ENTRY_BYTES = 256 * 1024;
const FAILURES_TO_OPEN = 5;
const RETRY_AFTER_MS = 300;

/** Errors of a connection that was never established. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

interface ProviderHttpOptions {
  /** The provider's name for the log. */
  name: string;
  baseUrl: string;
  logger: Logger;
  timeouts?: Partial<Timeouts> | undefined;
  /** Called when the provider stops responding, and when it responds again. */
  onCircuit?: ((state: 'open' | 'closed') => void) | undefined;
}

/**
 * HTTP client of one provider: timeouts, retries and a circuit breaker. Independent of payments.
 */
export class ProviderHttp {
  readonly #name: string;
  readonly #baseUrl: string;
  readonly #timeoutMs: number;
  readonly #breaker: CircuitBreaker;

  constructor({ name, baseUrl, logger, timeouts, onCircuit }: ProviderHttpOptions) {
    const { timeoutMs, probeAfterMs } = { ...DEFAULT_TIMEOUTS, ...timeouts };
    this.#name = name;
    this.#baseUrl = baseUrl.replace(/\/$/, '');
    this.#timeoutMs = timeoutMs;
    this.#breaker = new CircuitBreaker({
      failuresToOpen: FAILURES_TO_OPEN,
      probeAfterMs,
      onChange: (state) => {
        logger.warn(
          { provider: name, circuit: state, alarm: 'provider-unreachable' },
          state === 'open' ? 'the provider does not respond' : 'the provider responds again',
        );
        onCircuit?.(state);
      },
    });
  }

  /** Never throws because of the provider. */
  async send(request: ProviderRequest | ListRequest): Promise<ProviderResponse> {
    const signal = AbortSignal.timeout(this.#timeoutFor(request));
    let answer = await this.#attempt(request, signal);
    if (answer === null) return notSent('circuit-open');
    for (let left = request.retries ?? 0; left > 0 && isUnanswered(answer); left--) {
      await waitBeforeRetry();
      const next = signal.aborted ? null : await this.#attempt(request, signal);
      if (next === null) break;
      answer = next;
    }
    return answer;
  }

  #timeoutFor(request: ProviderRequest | ListRequest): number {
    if ('take' in request) return LIST_TIMEOUT_MS;
    const isQuery = request.method === 'GET' || (request.retries ?? 0) > 0;
    return isQuery ? Math.min(this.#timeoutMs, QUERY_TIMEOUT_MS) : this.#timeoutMs;
  }

  /** @returns null when the breaker is open */
  async #attempt(
    request: ProviderRequest | ListRequest,
    signal: AbortSignal,
  ): Promise<ProviderResponse | null> {
    const startedAt = performance.now();
    const answer = await this.#breaker.run(
      () => exchange(this.#baseUrl, request, signal),
      (answer) => !isUnanswered(answer),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    observeProviderCall(this.#name, answer ? callOutcome(answer) : 'not-sent', seconds);
    return answer;
  }
}

function callOutcome({ status, failure, isReadable }: ProviderResponse): CallOutcome {
  if (status === 0) return failure === 'TimeoutError' ? 'timeout' : 'unreachable';
  return isReadable ? outcomeOfStatus(status) : 'failed';
}

/** Waits a random time, so that clients that failed together do not retry together. */
export const waitBeforeRetry = (): Promise<void> => delay(RETRY_AFTER_MS * (0.5 + Math.random()));

export const notSent = (failure: string, noToken: NoToken | null = null): ProviderResponse => ({
  noToken,
  status: 0,
  body: undefined,
  isReadable: false,
  failure,
  wasSent: false,
  date: null,
});

/**
 * True when there was no response, or only a gateway whose server did not respond. An error written
 * by the provider itself is a response: one payer's problem must not stop all payments.
 */
export const isUnanswered = ({ status, isReadable }: ProviderResponse): boolean =>
  status === 0 || (status >= 502 && status <= 504) || (status >= 500 && !isReadable);

/** True for a 4xx written by the provider itself: it read the request and did nothing. */
export const isRefusal = ({ status, isReadable }: ProviderResponse): boolean =>
  status >= 400 && status < 500 && status !== 408 && isReadable;

/** Returns what to store of an unusable response. */
export const evidenceOf = ({ status, body, failure }: ProviderResponse): Evidence => ({
  httpStatus: status,
  trouble: failure,
  providerText:
    status >= 400 && body !== undefined ? withoutPersonalData(JSON.stringify(body)) : null,
});

/** The result of a request for payment that never left. */
export const unsent = (evidence: Evidence): Acceptance => ({
  outcome: 'refused',
  reason: 'unavailable',
  isUnsent: true,
  evidence,
});

/** Returns whether our credentials are accepted, from the response to a query about our account. */
export function probeOf(answer: ProviderResponse): ProviderProbe {
  const { status, date, noToken } = answer;
  const reason = noToken?.reason ?? reasonOf(answer);
  const clock = readClock(date);
  if (status === 200 && answer.body !== undefined) return { outcome: 'accepted', reason, clock };
  const isRefused = noToken?.isRefused ?? isRefusal(answer);
  return { outcome: isRefused ? 'refused' : 'unknown', reason, clock };
}

/** @param token null when the response contains none */
export const tokenOr = (
  token: IssuedToken | null,
  answer: ProviderResponse,
): IssuedToken | NoToken => token ?? { reason: reasonOf(answer), isRefused: isRefusal(answer) };

const reasonOf = ({ failure, status }: ProviderResponse): string => failure ?? `HTTP ${status}`;

/** @param date value of a `Date` header */
export function readClock(date: string | null | undefined): Date | null {
  const clock = new Date(date ?? '');
  return Number.isNaN(clock.getTime()) ? null : clock;
}

/**
 * Sends with a token, and once more with a new token after a 401, which means that nothing was
 * processed.
 */
export async function sendWithToken(
  tokens: TokenCache,
  send: (token: string) => Promise<ProviderResponse>,
): Promise<ProviderResponse> {
  const token = await tokens.current();
  if (token === null) return notSent('no-token', tokens.noToken);
  const answer = await send(token);
  if (answer.status !== 401) return answer;
  tokens.discard(token);
  const renewed = await tokens.current();
  return renewed === null ? notSent('no-token', tokens.noToken) : send(renewed);
}

async function exchange(
  baseUrl: string,
  request: ProviderRequest | ListRequest,
  signal: AbortSignal,
): Promise<ProviderResponse> {
  const { method, path, json } = request;
  try {
    // Uses undici directly because it follows no redirect, which could turn a POST into a GET.
    // `fetch`, which is built on it, takes several times the CPU time.
    const { statusCode, headers, body } = await ask(`${baseUrl}${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        ...request.headers,
        ...(json ? { 'Content-Type': 'application/json' } : {}),
      },
      body: json ? JSON.stringify(json) : null,
      signal,
    });
    const isSuccess = statusCode >= 200 && statusCode < 300;
    const parsed = 'take' in request && isSuccess ? takeEntries(body, request) : readBody(body);
    const date = typeof headers.date === 'string' ? headers.date : null;
    return { status: statusCode, ...(await parsed), failure: null, wasSent: true, date };
  } catch (error) {
    const failure = errorNameOf(error);
    return { ...notSent(failure), wasSent: !NEVER_CONNECTED.has(failure) };
  }
}

type ParsedBody = Pick<ProviderResponse, 'body' | 'isReadable'>;

const UNREADABLE: ParsedBody = { body: undefined, isReadable: false };

async function readBody(answer: Dispatcher.ResponseData['body']): Promise<ParsedBody> {
  const bytes = await readUpTo(answer, MAX_RESPONSE_BYTES);
  if (bytes === null) return UNREADABLE;
  if (bytes.toString('utf8').trim() === '') return { body: undefined, isReadable: true };
  const body = parseExternalJson(bytes);
  return { body, isReadable: body !== undefined };
}

/**
 * Reads the entries of a list as a stream, so that a long list neither fills the memory nor blocks
 * other requests. Limits depth and length first: the parser's work grows with the square of the
 * depth.
 */
async function takeEntries(
  body: Dispatcher.ResponseData['body'],
  { entriesAt, take }: ListRequest,
): Promise<ParsedBody> {
  let entries: unknown[] = [];
  let length = 0;
  const depth = new JsonDepth();
  const parser = new JSONParser({ paths: [entriesAt], keepStack: false });
  parser.onValue = ({ value }) => void entries.push(value);
  try {
    for await (const piece of body) {
      length += piece.byteLength;
      if (!depth.isWithin(piece) || length > MAX_ENTRY_BYTES) return UNREADABLE;
      parser.write(piece);
      const taken = entries;
      entries = [];
      if (taken.length > 0) {
        length = 0;
        await take(taken);
      }
      await nextTurn();
    }
  } catch (error) {
    if (error instanceof TokenizerError || error instanceof TokenParserError) return UNREADABLE;
    throw error;
  }
  // A response cut off in the middle may look like a shorter list.
  return { body: undefined, isReadable: parser.isEnded };
}

function errorNameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
