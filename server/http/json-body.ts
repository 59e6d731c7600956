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

/** JSON and nothing else, up to 32 KB. */
export const jsonBody: RequestHandler[] = [
  refuseOtherContentTypes,
  express.json({ limit: MAX_BODY, type: 'application/json' }),
];
