import express, { type RequestHandler } from 'express';
import { onlyBodiesOf } from './body-type';

const JSON_TYPE = 'application/json';
const MAX_BODY = '32kb';

/** JSON and nothing else. */
export const jsonBodyUpTo = (limit: string): RequestHandler[] => [
  onlyBodiesOf(JSON_TYPE),
  express.json({ limit, type: JSON_TYPE }),
];

/** JSON and nothing else, as much as visitors have to say. */
export const jsonBody = jsonBodyUpTo(MAX_BODY);
