import { z } from 'zod';
import { EMAIL, MAX_EMAIL_LENGTH } from '#shared/domain/email';
import { parsePhone } from '#shared/domain/phone';
import { storedName, storedText } from '#shared/domain/stored-name';

/** A UUID in lower case, as the database writes it, so that equal ids have equal texts. */
export const uuid = z.uuid().toLowerCase();

/** Time as ISO 8601 text; only years of four digits, which all parsers read alike. */
export const isoInstant = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return !(year < 1000 || year > 9999); // NaN was rejected before
}, 'Out of range');

/** PostgreSQL stores neither NUL nor lone surrogates. */
const isStorable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
const UNSTORABLE = 'Contains characters that cannot be stored';

export const storableText = (maxLength: number) =>
  z.string().max(maxLength).refine(isStorable, UNSTORABLE);

/** A name in one line, which may be empty. The limit is that of what is stored. */
export const storableName = (maxLength: number) =>
  z.string().refine(isStorable, UNSTORABLE).overwrite(storedName).max(maxLength);

/** A text in several lines, which may be empty. */
export const storableLines = (maxLength: number) =>
  z.string().refine(isStorable, UNSTORABLE).overwrite(storedText).max(maxLength);

/** Trims spaces, which keyboards add after completed words. */
export const email = z
  .string()
  .trim()
  .pipe(z.email({ pattern: EMAIL }).max(MAX_EMAIL_LENGTH));

/** A phone number in any usual notation. */
export const phoneNumber = z.string().transform((text, context) => {
  const phone = parsePhone(text);
  if (phone === null) context.addIssue('Not a Cameroonian mobile number');
  return phone ?? z.NEVER;
});

export const currency = z.enum(['XAF', 'USD']);

/** JSON by a schema in a parameter of an address. */
export const jsonText = <Schema extends z.ZodType>(schema: Schema, maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('Is no JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);
