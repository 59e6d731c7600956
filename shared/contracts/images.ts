import { z } from 'zod';
import { IMAGE_FORMATS, IMAGE_WIDTHS } from '../domain/rendition';
import { webAddress } from '../domain/web-address';

const MAX_ADDRESS_LENGTH = 2048;

/** Whether we would fetch from there at all: http or https, its default port, no credentials. */
export function isFetchableAddress(address: string): boolean {
  // PostgreSQL knows no NUL, and no address needs a control character.
  const parsed = /\p{Cc}/u.test(address) ? null : webAddress(address);
  if (parsed === null) return false;
  const { protocol, username, password, port } = parsed;
  return /^https?:$/.test(protocol) && username === '' && password === '' && port === '';
}

/** Of a picture; it may be narrower but never wider. */
export const renditionParams = z.object({
  /** Pixels; in one way of writing, so that nothing is kept twice. */
  width: z
    .string()
    .regex(/^[1-9]\d*$/)
    .transform(Number)
    .pipe(z.literal(IMAGE_WIDTHS)),
  format: z.literal(IMAGE_FORMATS),
});

export const imageProxyQuery = z.object({
  /** As an artist, nomination or category has it, to the letter. */
  url: z
    .string()
    .max(MAX_ADDRESS_LENGTH)
    .refine(isFetchableAddress, 'Not an http or https address on its default port'),
  /** Width. */
  w: renditionParams.shape.width.default(1080),
  /** Format. */
  f: renditionParams.shape.format.default('webp'),
});
