import * as z from 'zod/mini';

/** As the server reads it, so that nothing is sent which it would refuse. */
const voterEmail = z.email().check(z.maxLength(254));

/** The address without the spaces around it; null while it is not a whole one. */
export function completeEmail(text: string): string | null {
  const { data } = voterEmail.safeParse(text.trim());
  return data ?? null;
}
