import { z } from 'zod';

/** A short list, so that a picture is fetched and kept in a handful of sizes, not in thousands. */
export const IMAGE_WIDTHS = [160, 320, 640, 1080] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

const MAX_ADDRESS_LENGTH = 2048;

/** Whether we would fetch from there at all: http or https, its default port, no credentials. */
export function isFetchableAddress(address: string): boolean {
  // PostgreSQL knows no NUL, and no address needs a control character.
  if (/\p{Cc}/u.test(address) || !URL.canParse(address)) return false;
  const { protocol, username, password, port } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && password === '' && port === '';
}

export const imageProxyQuery = z.object({
  /** As an artist, nomination or category has it, to the letter. */
  url: z
    .string()
    .max(MAX_ADDRESS_LENGTH)
    .refine(isFetchableAddress, 'Not an http or https address on its default port'),
  /** Pixels; the answer may be narrower but never wider. */
  w: z.string().transform(Number).pipe(z.literal(IMAGE_WIDTHS)).default(1080),
});
