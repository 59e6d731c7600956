import { AppError } from '#server/errors';
import type { ErrorCode } from '#shared/contracts/errors';

/**
 * Why a picture cannot be shown. Callers see only the code: the reason would let them map our
 * network.
 */
export class ImageError extends AppError {
  readonly reason: string;

  constructor(status: number, code: ErrorCode, message: string, reason: string) {
    super(status, code, message);
    this.name = 'ImageError';
    this.reason = reason;
  }
}

export const unreachable = (reason: string) =>
  new ImageError(502, 'image-unreachable', 'The picture could not be fetched', reason);

export const tooSlow = () =>
  new ImageError(504, 'image-unreachable', 'The picture took too long to fetch', 'too slow');

export const tooLarge = () =>
  new ImageError(422, 'image-too-large', 'The picture is too large', 'too large');

export const notAnImage = (reason: string) =>
  new ImageError(422, 'not-an-image', 'There is no picture at this address', reason);

/** Distinguished from `notAnImage`: it is a good photograph, which its owner can save as JPEG. */
export const heicImage = () =>
  new ImageError(
    422,
    'heic-image',
    'HEIC photographs cannot be read; save the photograph as JPEG',
    'HEIC',
  );

/** The picture itself is fine and may be requested again. */
export class TooManyImages extends AppError {
  constructor() {
    super(503, 'unavailable', 'Too many pictures are requested', {
      retryAfterSeconds: 5,
      limit: 'pictures',
    });
    this.name = 'TooManyImages';
  }
}
