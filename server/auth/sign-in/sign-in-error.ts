import { AuthorizationResponseError } from 'openid-client';
import type { SignInProblem } from '#shared/domain/sign-in';
import { AppError } from '../../errors';

/** An answer came to a browser that had asked for none, or too long ago. */
export class NoSignInError extends Error {
  override readonly name = 'NoSignInError';
}

/** Somebody else came back than who was to sign in again. */
export class OtherAccountError extends Error {
  override readonly name = 'OtherAccountError';
}

/** Somebody of the team came without the second factor that was demanded. */
export class SecondFactorError extends Error {
  override readonly name = 'SecondFactorError';
}

/** Of the library: no answer, or one that a gateway or a broken server gave instead. */
const UNAVAILABLE_CODES = new Set<unknown>([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);
const OAUTH_ERROR = /^(OAUTH|ERR_(INVALID|JWT|JOSE))_/;

/** What the person is told about an error of whatever kind. */
export function problemBehind(error: unknown): SignInProblem {
  if (error instanceof NoSignInError) return 'failed';
  if (error instanceof OtherAccountError) return 'otherAccount';
  if (error instanceof SecondFactorError) return 'secondFactor';
  if (error instanceof AppError && error.status === 429) return 'tooMany';
  if (isUnanswered(error)) return 'unavailable';
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied') {
    return 'cancelled';
  }
  return protocolReason(error) === null ? 'unavailable' : 'failed';
}

/**
 * A protocol error for the log, without its texts, which may hold personal data. Null for every other
 * error, which is a bug of ours.
 */
export function protocolReason(error: unknown): string | null {
  if (error instanceof NoSignInError) return 'none under way';
  if (error instanceof OtherAccountError) return 'other account';
  if (error instanceof SecondFactorError) return 'second factor';
  if (error instanceof AppError) return error.code;
  if (isUnanswered(error)) return 'no answer';
  if (!isRecord(error) || typeof error.code !== 'string' || !OAUTH_ERROR.test(error.code)) {
    return null;
  }
  return typeof error.error === 'string' ? `${error.code} ${error.error}` : error.code;
}

const isUnanswered = (error: unknown): boolean =>
  (error instanceof TypeError && error.message === 'fetch failed') ||
  (isRecord(error) && UNAVAILABLE_CODES.has(error.code));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
