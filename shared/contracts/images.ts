import { z } from 'zod';
import { IMAGE_FORMATS, IMAGE_WIDTHS } from '#shared/domain/rendition';
import { webAddress } from '#shared/domain/web-address';

const MAX_ADDRESS_LENGTH = 2048;

/** True when the server would fetch this address: http or https, default port, no credentials. */
export function isFetchableAddress(address: string): boolean {
  // PostgreSQL cannot store NUL, and no address needs a control character.
  const parsed = /\p{Cc}/u.test(address) ? null : webAddress(address);
  if (parsed === null) return false;
  const { protocol, username, password, port } = parsed;
  return /^https?:$/.test(protocol) && username === '' && password === '' && port === '';
}

/** Parameters of a rendition; the result may be narrower but never wider. */
export const renditionParams = z.object({
  /** Width in pixels; accepts only one spelling, so that nothing is stored twice. */
  width: z
    .string()
    .regex(/^[1-9]\d*$/)
    .transform(Number)
    .pipe(z.literal(IMAGE_WIDTHS)),
  format: z.literal(IMAGE_FORMATS),
});

export const imageProxyQuery = z.object({
  /** Exactly as stored with an artist, nomination or category. */
  url: z
    .string()
    .max(MAX_ADDRESS_LENGTH)
    .refine(isFetchableAddress, 'Not an http or https address on its default port'),
  /** Width. */
  w: renditionParams.shape.width.default(1080),
  /** Format. */
  f: renditionParams.shape.format.default('webp'),
});
