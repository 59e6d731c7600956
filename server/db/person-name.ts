import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

type Named = Record<'firstName' | 'lastName' | 'email' | 'id', SQLWrapper>;

/** The sign-in provider does not know a name of every user. */
export const personName = ({ firstName, lastName, email, id }: Named): SQL<string> =>
  sql<string>`coalesce(nullif(trim(concat_ws(' ', ${firstName}, ${lastName})), ''), ${email}, ${id})`;
