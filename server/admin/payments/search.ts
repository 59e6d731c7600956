import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { digitsOf, normalizePhone } from '#shared/domain/phone';
import {
  artists,
  nominations,
  paymentEvents,
  payments,
  paymentVotes,
  searchableText,
} from '#shared/schema';

const UUID_DIGITS = 32;
/** How people write numbers; a name with digits in it is none. */
const PHONE_LIKE = /^[\p{Nd}\s+().-]+$/u;
/** What the index by trigrams can narrow down; anything else would be looked for in all payments. */
const LONG_ENOUGH = /[\p{L}\p{N}]{3}/u;
/** Less of an operator's number is in so many of them that it names none. */
const OPERATOR_PART = 5;

/**
 * Everything that a text typed into the search box can mean: conditions of which one must hold, each
 * answered by an index. What is too short for trigrams is taken for a beginning.
 */
export async function searchFor(db: Queryable, text: string): Promise<SQL[]> {
  const needle = text.replace(/^#/, '').trim();
  const digits = PHONE_LIKE.test(needle) ? digitsOfNumber(needle) : needle;
  const parts = [...new Set([needle, digits])].filter((part) => LONG_ENOUGH.test(part));
  const nominated = await nominationsOf(
    db,
    LONG_ENOUGH.test(needle) ? contains(needle) : begins(needle),
  );
  const ofOperators = parts.filter(({ length }) => length >= OPERATOR_PART).map(ofOperator);
  const meanings =
    parts.length > 0
      ? [anyOf([...parts.map(hasPart), beginsId(needle)]), ...ofOperators]
      : [hasBeginning(needle)];
  return nominated.length > 0 ? [...meanings, isFor(nominated)] : meanings;
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const begins = (text: string): SQL => sql`lower(${`${escapeLike(text)}%`})`;
const contains = (text: string): SQL => sql`lower(${`%${escapeLike(text)}%`})`;

const anyOf = (meanings: (SQL | null)[]): SQL =>
  sql`(${sql.join(
    meanings.filter((meaning) => meaning !== null),
    sql` or `,
  )})`;

/** Somewhere in one of its own texts. */
const hasPart = (text: string): SQL => sql`${searchableText(payments)} like ${contains(text)}`;

const hasBeginning = (text: string): SQL =>
  anyOf([
    sql`lower(${payments.voterEmail}) like ${begins(text)}`,
    beginsId(text),
    beginsPhone(text),
  ]);

/** An id that begins so, written with or without its hyphens, lies between two ids. */
function beginsId(text: string): SQL | null {
  const digits = text.replaceAll('-', '').toLowerCase();
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return null;
  const first = digits.padEnd(UUID_DIGITS, '0');
  const last = digits.padEnd(UUID_DIGITS, 'f');
  return sql`${payments.id} between ${first}::uuid and ${last}::uuid`;
}

function beginsPhone(text: string): SQL | null {
  const prefix = PHONE_LIKE.test(text) ? msisdnPrefix(digitsOfNumber(text)) : '';
  return prefix === '' ? null : sql`${payments.phoneNumber} like ${`${prefix}%`}`;
}

/** After a plus or 00: the code of another country, as far as it is typed. */
const FOREIGN = /^(?:\+|00)(?!$|2$|23$|237)/;

/** What of a number is looked for; nothing of another country's, which would find a Cameroonian one. */
function digitsOfNumber(text: string): string {
  const digits = digitsOf(text);
  if (FOREIGN.test(text.startsWith('+') ? `+${digits}` : digits)) return '';
  return normalizePhone(text) ?? digits.replace(/^0+/, '');
}

/** `237` and the first digits, from any way to write them: `6…`, `06…`, `237…`, `+237…`, `00237…`. */
export function msisdnPrefix(digits: string): string {
  const significant = digits.replace(/^0+/, '');
  if (significant === '') return '';
  // National numbers begin with 6, so a 2 is the beginning of the country code.
  return significant.startsWith('2') ? significant : `237${significant}`;
}

/** By what stands in the operator's SMS. */
const ofOperator = (text: string): SQL => sql`${payments.id} in (
  select ${paymentEvents.paymentId} from ${paymentEvents}
  where ${paymentEvents.detail}->>'operatorReference' is not null
    and lower(${paymentEvents.detail}->>'operatorReference') like ${contains(text)}
)`;

/** By their ids, so that the database knows how often each was voted for. */
async function nominationsOf(db: Queryable, name: SQL): Promise<string[]> {
  const named = db
    .select({ id: artists.id })
    .from(artists)
    .where(sql`lower(${artists.name}) like ${name}`);
  const rows = await db
    .select({ id: nominations.id })
    .from(nominations)
    .where(inArray(nominations.artistId, named));
  return rows.map(({ id }) => id);
}

const isFor = (nominationIds: string[]): SQL => sql`${payments.id} in (
  select ${paymentVotes.paymentId} from ${paymentVotes}
  where ${paymentVotes.nominationId} = any(${sql.param(nominationIds)}::uuid[])
)`;
