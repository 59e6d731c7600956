import express, { type RequestHandler } from 'express';
import { onlyBodiesOf } from './body-type';

const IMAGE_TYPE = 'image/*';

/** The bytes of what calls itself an image, as a `Buffer`; nothing when there are none. */
export const imageBodyUpTo = (limit: string): RequestHandler[] => [
  onlyBodiesOf(IMAGE_TYPE),
  express.raw({ limit, type: IMAGE_TYPE }),
];
