import type { RequestHandler } from 'express';
import { unreadable } from './unreadable';

/** Refuses a body of any other content type; a request without a body passes. */
export const onlyBodiesOf =
  (contentType: string): RequestHandler =>
  (req, _res, next) => {
    const hasBody =
      req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length']) > 0;
    if (hasBody && !req.is(contentType)) {
      throw unreadable(415, 'unsupported-media-type', `Send ${contentType}`);
    }
    next();
  };
