import { randomUUID } from 'node:crypto';
import { pinoHttp } from 'pino-http';
import type { Logger } from '../logger';

/** Words of our routes, ids and file names. Anything else in a path somebody may have typed. */
const OUR_SEGMENT =
  /^(?:[a-z-]*|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]+\.[a-z][a-z0-9]+)$/;

/** Without its query, and without what could be a name, an e-mail, a number or a receipt code. */
const impersonal = (url: string): string =>
  (url.split('?')[0] ?? '')
    .split('/')
    .map((segment) => (OUR_SEGMENT.test(segment) ? segment : '*'))
    .join('/');

/** A line per request: method, path, status, time. */
export const requestLog = (logger: Logger) =>
  pinoHttp({
    logger,
    genReqId: (_req, res) => {
      const id = randomUUID();
      res.setHeader('X-Request-Id', id);
      return id;
    },
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestId' },
    serializers: {
      req: (req: { method: string; url: string }) => ({
        method: req.method,
        path: impersonal(req.url),
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
    // Not the error that pino-http makes up for a 5xx: the error handler has logged the real one.
    customErrorObject: (_req, _res, _error, { err: _madeUp, ...line }) => line,
    customLogLevel: (_req, res, error) =>
      error || res.statusCode >= 500 ? 'error' : res.statusCode >= 400 ? 'info' : 'debug',
  });
