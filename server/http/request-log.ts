import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Locals, Request, RequestHandler } from 'express';
import { observeRequest } from '#server/platform/instruments';
import type { Logger } from '#server/platform/logger';
import { runInRequest } from '#server/platform/request-context';
import type { ErrorCode } from '#shared/contracts/errors';
import { clientHash } from './limits';

declare global {
  namespace Express {
    interface Locals {
      /** Error code of the response. */
      errorCode?: ErrorCode;
      /** True when a limit has rejected the request; metrics count it. */
      isLimit?: boolean;
    }
  }
}

/** Path segments defined by our routes, ids and file names. Any other segment may be personal. */
const OUR_SEGMENT =
  /^(?:[a-z-]*|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]+\.[a-z][a-z0-9]+)$/;

/** Removes the query and anything that could be a name, an e-mail, a number or a receipt code. */
export const pathWithoutPersonalData = (url: string): string =>
  (url.split('?')[0] ?? '')
    .split('/')
    .map((segment) => (OUR_SEGMENT.test(segment) ? segment : '*'))
    .join('/');

function levelOf(status: number, { errorCode, isLimit }: Locals) {
  // Neither is our failure: another host's would be logged for every visitor of the page, and a
  // flood would fill the log.
  if (errorCode === 'image-unreachable' || isLimit) return 'info';
  return status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
}

/** Returns the matched route as written in our code, for metrics. */
function routeOf({ baseUrl, route }: Request): string {
  if (baseUrl !== '') return 'sandbox';
  const path: unknown = route?.path;
  // Pages have a regular expression as route; files, and requests rejected before routing, have
  // none.
  return typeof path === 'string' ? path : path instanceof RegExp ? 'page' : 'other';
}

/**
 * Logs a response that bypasses the application.
 * @returns the request's id
 */
export const sharedResponseLog =
  (logger: Logger) =>
  ({ method, url = '' }: IncomingMessage, status: number, route: string): string => {
    observeRequest({ method, route, status, seconds: 0 });
    const requestId = randomUUID();
    if (logger.isLevelEnabled('debug')) {
      logger.debug({ requestId, method, path: pathWithoutPersonalData(url), status }, 'request');
    }
    return requestId;
  };

/**
 * Assigns each request an id, returns it to the caller, and logs the request when it is finished.
 * Other log lines of the request have the same id. Errors are logged with a keyed hash of the
 * client's address.
 */
export function requestLog(logger: Logger, hashKey: string): RequestHandler {
  return (req, res, next) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    const { method, originalUrl, ip } = req;
    res.setHeader('X-Request-Id', requestId);
    res.once('close', () => {
      const status = res.statusCode;
      const durationMs = performance.now() - startedAt;
      observeRequest({
        method,
        route: routeOf(req),
        status: res.writableFinished ? status : null,
        seconds: durationMs / 1_000,
      });
      const line = {
        requestId,
        method,
        path: pathWithoutPersonalData(originalUrl),
        status,
        ...(res.locals.errorCode ? { code: res.locals.errorCode } : {}),
        ...(status >= 400 ? { client: clientHash(hashKey, ip) } : {}),
        durationMs: Math.round(durationMs),
        // The client disconnected before the response was complete.
        ...(res.writableFinished ? {} : { isAborted: true }),
      };
      logger[levelOf(status, res.locals)](line, 'request');
    });
    runInRequest({ requestId }, next);
  };
}
