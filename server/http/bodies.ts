import express, { type RequestHandler } from 'express';
import { unreadable } from '#server/errors';

const JSON_TYPE = 'application/json';
/** A spreadsheet or a text of any encoding: the format is recognised by its content. */
const TABLE_TYPES = ['application/octet-stream', 'text/csv'];
const IMAGE_TYPE = 'image/*';
const MAX_VISITOR_BODY = '32kb';

/** Rejects a body of any other content type; a request without a body passes. */
const onlyBodiesOf =
  (...contentTypes: readonly string[]): RequestHandler =>
  (req, _res, next) => {
    const hasBody =
      req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length']) > 0;
    if (hasBody && !req.is([...contentTypes])) {
      throw unreadable(415, 'unsupported-media-type', `Send ${contentTypes.join(' or ')}`);
    }
    next();
  };

export const jsonBodyUpTo = (limit: string): RequestHandler[] => [
  onlyBodiesOf(JSON_TYPE),
  express.json({ limit, type: JSON_TYPE }),
];

export const jsonBody = jsonBodyUpTo(MAX_VISITOR_BODY);

/** Parses the file of a table to a `Buffer`; undefined without one. */
export const tableBodyUpTo = (limit: number): RequestHandler[] => [
  onlyBodiesOf(...TABLE_TYPES),
  express.raw({ limit, type: TABLE_TYPES }),
];

/** Parses a body declared as an image to a `Buffer`; undefined without one. */
export const imageBodyUpTo = (limit: number): RequestHandler[] => [
  onlyBodiesOf(IMAGE_TYPE),
  express.raw({ limit, type: IMAGE_TYPE }),
];
