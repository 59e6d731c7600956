import { z } from 'zod';
import { EMAIL, MAX_EMAIL_LENGTH } from '../domain/email';
import { parsePhone } from '../domain/phone';

/** Always in lower case, as the database writes it, so that two ids are equal when their texts are. */
export const uuid = z.uuid().toLowerCase();

/** Instants travel as ISO 8601 text; years of four digits are read alike by all who read them. */
export const isoInstant = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return !(year < 1000 || year > 9999); // NaN was refused already
}, 'Out of range');

/** Text of any kind that PostgreSQL can store: without NUL and without half a surrogate pair. */
export const storableText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine(
      (text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text),
      'Contains characters that cannot be stored',
    );

/** Spaces around it come from keyboards that complete words. */
export const email = z
  .string()
  .trim()
  .pipe(z.email({ pattern: EMAIL }).max(MAX_EMAIL_LENGTH));

/** A number as people write it. */
export const phoneNumber = z.string().transform((text, context) => {
  const phone = parsePhone(text);
  if (phone === null) context.addIssue('Not a Cameroonian mobile number');
  return phone ?? z.NEVER;
});

export const currency = z.enum(['XAF', 'USD']);
