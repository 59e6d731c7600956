import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

type Named = Record<'firstName' | 'lastName' | 'email' | 'id', SQLWrapper>;

/**
 * Falls back to the e-mail or id, because the sign-in provider does not have a name for every user.
 */
export const personName = ({ firstName, lastName, email, id }: Named): SQL<string> =>
  sql<string>`coalesce(nullif(trim(concat_ws(' ', ${firstName}, ${lastName})), ''), ${email}, ${id})`;
