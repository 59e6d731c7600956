import express, { type RequestHandler } from 'express';
import { unreadable } from '#server/errors';

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';
const IMAGE_TYPE = 'image/*';
const MAX_VISITOR_BODY = '32kb';

/** Rejects a body of any other content type; a request without a body passes. */
const onlyBodiesOf =
  (contentType: string): RequestHandler =>
  (req, _res, next) => {
    const hasBody =
      req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length']) > 0;
    if (hasBody && !req.is(contentType)) {
      throw unreadable(415, 'unsupported-media-type', `Send ${contentType}`);
    }
    next();
  };

export const jsonBodyUpTo = (limit: string): RequestHandler[] => [
  onlyBodiesOf(JSON_TYPE),
  express.json({ limit, type: JSON_TYPE }),
];

export const jsonBody = jsonBodyUpTo(MAX_VISITOR_BODY);

/** Parses a body declared as CSV, in any encoding, to a `Buffer`; undefined without one. */
export const csvBodyUpTo = (limit: number): RequestHandler[] => [
  onlyBodiesOf(CSV_TYPE),
  express.raw({ limit, type: CSV_TYPE }),
];

/** Parses a body declared as an image to a `Buffer`; undefined without one. */
export const imageBodyUpTo = (limit: number): RequestHandler[] => [
  onlyBodiesOf(IMAGE_TYPE),
  express.raw({ limit, type: IMAGE_TYPE }),
];
