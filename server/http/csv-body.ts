import express, { type RequestHandler } from 'express';
import { onlyBodiesOf } from './body-type';

const CSV_TYPE = 'text/csv';

/** The bytes of what calls itself CSV, as a `Buffer`, in whatever letters; nothing when there are none. */
export const csvBodyUpTo = (maxBytes: number): RequestHandler[] => [
  onlyBodiesOf(CSV_TYPE),
  express.raw({ limit: maxBytes, type: CSV_TYPE }),
];
