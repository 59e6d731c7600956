import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { ErrorCode } from '#shared/contracts/errors';
import { observeRequest } from '../metrics';
import type { Logger } from '../platform/logger';
import { runInRequest } from '../platform/request-context';
import { clientHash } from './limits';

declare global {
  namespace Express {
    interface Locals {
      /** Of the refusal that was sent. */
      errorCode?: ErrorCode;
    }
  }
}

/** Words of our routes, ids and file names. Anything else in a path may be personal. */
const OUR_SEGMENT =
  /^(?:[a-z-]*|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]+\.[a-z][a-z0-9]+)$/;

/** Without its query, and without what could be a name, an e-mail, a number or a receipt code. */
export const impersonalPath = (url: string): string =>
  (url.split('?')[0] ?? '')
    .split('/')
    .map((segment) => (OUR_SEGMENT.test(segment) ? segment : '*'))
    .join('/');

function levelOf(status: number, code: ErrorCode | undefined) {
  // Another host's trouble, which every visitor of the page would tell of.
  if (code === 'image-unreachable') return 'info';
  return status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
}

/** What Express has found for a request, as we wrote it: for metrics. */
function routeOf({ baseUrl, route }: Request): string {
  if (baseUrl !== '') return 'sandbox';
  const path: unknown = route?.path;
  // Pages are found by an expression; files, and what is refused before its route is found, by none.
  return typeof path === 'string' ? path : path instanceof RegExp ? 'page' : 'other';
}

/**
 * Tells of an answer that the application never heard of.
 * @returns the request's name
 */
export const sharedAnswerLog =
  (logger: Logger) =>
  ({ method, url = '' }: IncomingMessage, status: number, route: string): string => {
    observeRequest({ method, route, status, seconds: 0 });
    const requestId = randomUUID();
    if (logger.isLevelEnabled('debug')) {
      logger.debug({ requestId, method, path: impersonalPath(url), status }, 'request');
    }
    return requestId;
  };

/**
 * Names each request, tells the caller the name, and writes a line when it is over. Whatever is
 * logged meanwhile carries the same id. Of a refusal it tells from where, by a keyed hash.
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
        path: impersonalPath(originalUrl),
        status,
        ...(res.locals.errorCode ? { code: res.locals.errorCode } : {}),
        ...(status >= 400 ? { client: clientHash(hashKey, ip) } : {}),
        durationMs: Math.round(durationMs),
        // The caller left before the answer was complete.
        ...(res.writableFinished ? {} : { isAborted: true }),
      };
      logger[levelOf(status, res.locals.errorCode)](line, 'request');
    });
    runInRequest({ requestId }, next);
  };
}
