import { type SQL, sql } from 'drizzle-orm';
import { digitsOf } from '#shared/domain/phone';
import { payments } from '#shared/schema';

const UUID_DIGITS = 32;
/** How people write numbers; a name with digits in it is none. */
const PHONE_LIKE = /^[\p{Nd}\s+().-]+$/u;

/** Everything that a text typed into the search box can mean, each answered by an index. */
export function matchesSearch(text: string): SQL {
  const meanings = [beginsEmail(text), beginsId(text), beginsPhone(text)];
  return sql`(${sql.join(
    meanings.filter((meaning) => meaning !== null),
    sql` or `,
  )})`;
}

const beginsEmail = (text: string): SQL =>
  sql`lower(${payments.voterEmail}) like lower(${`${escapeLike(text)}%`})`;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** An id that begins so lies between two ids. */
function beginsId(text: string): SQL | null {
  const digits = text.replaceAll('-', '').toLowerCase();
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return null;
  const first = digits.padEnd(UUID_DIGITS, '0');
  const last = digits.padEnd(UUID_DIGITS, 'f');
  return sql`${payments.id} between ${first}::uuid and ${last}::uuid`;
}

function beginsPhone(text: string): SQL | null {
  const prefix = PHONE_LIKE.test(text) ? msisdnPrefix(digitsOf(text)) : '';
  return prefix === '' ? null : sql`${payments.phoneNumber} like ${`${prefix}%`}`;
}

/** `237` and the first digits, from any way to write them: `6…`, `06…`, `237…`, `+237…`, `00237…`. */
export function msisdnPrefix(digits: string): string {
  const significant = digits.replace(/^0+/, '');
  if (significant === '') return '';
  // National numbers begin with 6, so a 2 is the beginning of the country code.
  return significant.startsWith('2') ? significant : `237${significant}`;
}
