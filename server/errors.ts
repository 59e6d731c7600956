import type { ErrorBody, ErrorCode, ErrorIssue } from '#shared/contracts/errors';

/** Data of an error response besides its code. */
type ErrorFacts = Pick<ErrorBody, 'paymentId' | 'promptLapsesInMs' | 'lookAlike'>;

interface AppErrorOptions {
  issues?: ErrorIssue[];
  retryAfterSeconds?: number;
  limit?: string;
  facts?: ErrorFacts;
}

/** An error that is shown to the caller. Anything else that is thrown becomes a generic 500. */
export class AppError extends Error {
  readonly status: number;
  /** Short and stable: the client translates it. */
  readonly code: ErrorCode;
  readonly issues: ErrorIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Name of the rate limit that was reached; for metrics. */
  readonly limit: string | undefined;
  readonly facts: ErrorFacts;

  constructor(status: number, code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.limit = options.limit;
    this.facts = options.facts ?? {};
  }
}

export const invalid = (message: string, issues: ErrorIssue[], code: ErrorCode = 'validation') =>
  new AppError(400, code, message, { issues });

/** The caller is signed out. The client recognises this error by its message. */
export const unauthorized = () => new AppError(401, 'unauthorized', 'Unauthorized');

/** The caller is signed in but lacks permission. */
export const forbidden = () => new AppError(403, 'forbidden', 'Forbidden');

/** The caller has permission but signed in too long ago. */
export const signInAgain = () => new AppError(403, 'sign-in-again', 'Sign in again');

export const notFound = (what: string) => new AppError(404, 'not-found', `No such ${what}`);

export const conflict = (code: ErrorCode, message: string) => new AppError(409, code, message);

/** The provider refused, and nothing was charged. */
export const refused = (code: ErrorCode, message: string) => new AppError(422, code, message);

/** @param limit its name, if the code does not imply it */
export const tooManyRequests = (
  code: ErrorCode,
  message: string,
  retryAfterSeconds: number,
  limit: string = code,
) => new AppError(429, code, message, { retryAfterSeconds, limit });

/** A request that could not be parsed at all, so that no single field is invalid. */
export const unreadable = (status: number, code: ErrorCode, message: string) =>
  new AppError(status, code, message, { issues: [{ path: '', message }] });
