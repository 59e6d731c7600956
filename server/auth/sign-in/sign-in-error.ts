import { AuthorizationResponseError } from 'openid-client';
import { AppError } from '#server/errors';
import type { SignInProblem } from '#shared/domain/sign-in';

/** The browser that got the response has not started a sign-in, or too long ago. */
export class NoSignInError extends Error {
  override readonly name = 'NoSignInError';
}

/** A different user returned than the one who had to sign in again. */
export class OtherAccountError extends Error {
  override readonly name = 'OtherAccountError';
}

/** A team member signed in without the required second factor. */
export class SecondFactorError extends Error {
  override readonly name = 'SecondFactorError';
}

/** Library codes for no response, or one from a gateway or a broken server. */
const UNAVAILABLE_CODES = new Set<unknown>([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);
const OAUTH_ERROR = /^(OAUTH|ERR_(INVALID|JWT|JOSE))_/;

/** Returns the problem shown to the user for any error. */
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
 * Returns a protocol error for the log, without its texts, which may contain personal data. Null
 * for any other error, which is a bug in our code.
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
