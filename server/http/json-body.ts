import express, { type RequestHandler } from 'express';
import { unreadable } from './unreadable';

const MAX_BODY = '32kb';

const refuseOtherContentTypes: RequestHandler = (req, _res, next) => {
  const hasBody =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length']) > 0;
  if (hasBody && !req.is('application/json')) {
    throw unreadable(415, 'unsupported-media-type', 'Send application/json');
  }
  next();
};

/** JSON and nothing else. */
export const jsonBodyUpTo = (limit: string): RequestHandler[] => [
  refuseOtherContentTypes,
  express.json({ limit, type: 'application/json' }),
];

/** JSON and nothing else, as much as visitors have to say. */
export const jsonBody = jsonBodyUpTo(MAX_BODY);
