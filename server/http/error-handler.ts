import type { ErrorRequestHandler } from 'express';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors';
import { AppError, unreadable } from '#server/errors';
import { countRefusal } from '#server/platform/instruments';
import type { Logger } from '#server/platform/logger';
import type { ErrorBody } from '#shared/contracts/errors';

/**
 * Converts errors of Express's body parsers and router, which have a `type` or a client `status`.
 */
function fromExpress(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') {
    return unreadable(413, 'too-large', 'The request is too large');
  }
  if (type === 'entity.parse.failed') {
    return unreadable(400, 'broken-json', 'The body is not valid JSON');
  }
  const status = 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500
    ? unreadable(status, 'bad-request', 'The request could not be read')
    : null;
}

const internal = () => new AppError(500, 'internal', 'Something went wrong on our side');

const unavailable = () =>
  new AppError(503, 'unavailable', 'Please try again in a moment', { retryAfterSeconds: 5 });

/** Logs an unexpected error; an unreachable database is not logged as a bug. */
export function logFailure(logger: Logger, error: unknown, text: string): void {
  if (isDatabaseUnavailable(error))
    logger.warn({ reason: reasonOf(error) }, 'the database is unavailable');
  else logger.error({ err: error }, text);
}

/** Converts any thrown error to `{ message, code, issues? }`; only unexpected ones are logged. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error, _req, res, _next) => {
    const appError = error instanceof AppError ? error : fromExpress(error);
    if (!appError) logFailure(logger, error, 'request failed');
    if (res.headersSent) {
      // Closes the connection, so that a partial response is not mistaken for a complete one.
      res.destroy();
      return;
    }
    const shown = appError ?? (isDatabaseUnavailable(error) ? unavailable() : internal());
    if (shown.retryAfterSeconds !== undefined) {
      res.set('Retry-After', String(shown.retryAfterSeconds));
    }
    const body: ErrorBody = {
      message: shown.message,
      code: shown.code,
      ...(shown.issues ? { issues: shown.issues } : {}),
      ...shown.facts,
    };
    if (shown.limit !== undefined) countRefusal(shown.limit);
    res.locals.errorCode = shown.code;
    res.locals.isLimit = shown.limit !== undefined;
    res.status(shown.status).json(body);
  };
}
