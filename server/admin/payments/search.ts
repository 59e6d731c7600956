import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { isStanding, standing } from '#server/db/standing';
import { PENDING_SEGMENTS } from '#shared/domain/payment';
import { digitsOf, normalizePhone, parsePhone } from '#shared/domain/phone';
import {
  artists,
  nominations,
  paymentEvents,
  payments,
  paymentVotes,
  searchableText,
} from '#shared/schema';

const UUID_DIGITS = 32;
/** An id, or its beginning as the page shows it; with a letter, as it is no part of a number. */
const ID = /^(?=\d*[a-f])[0-9a-f]{8}(-[0-9a-f-]*)?$/i;
/** Notations of phone numbers; a name containing digits does not match. */
const PHONE_LIKE = /^[\p{Nd}\s+().-]+$/u;
/**
 * Shortest text that the trigram index can narrow down; anything shorter would scan all payments.
 */
const LONG_ENOUGH = /[\p{L}\p{N}]{3}/u;
/** Fewer digits of a mobile operator's number occur in too many of them. */
const OPERATOR_PART = 5;
/** More payments than anyone reads. */
const MAX_OF_OPERATOR = 1_000;

/**
 * Returns all possible meanings of a search text: conditions of which one must hold, each served by
 * an index. A text that is a whole value of a payment means this value only, because looking for
 * parts takes longer with more payments. A text too short for trigrams is treated as a beginning.
 */
export async function searchFor(db: Queryable, text: string): Promise<SQL[]> {
  const needle = text.replace(/^#/, '').trim();
  const whole = await findWhole(db, needle);
  if (whole.length > 0) return whole;
  const digits = PHONE_LIKE.test(needle) ? digitsOfNumber(needle) : needle;
  const parts = [...new Set([needle, digits])].filter((part) => LONG_ENOUGH.test(part));
  const nominated = await nominationsOf(
    db,
    LONG_ENOUGH.test(needle) ? contains(needle) : begins(needle),
  );
  const ofOperators = await paymentsOfOperator(
    db,
    parts.filter(({ length }) => length >= OPERATOR_PART),
  );
  const meanings =
    parts.length > 0
      ? [
          anyOf([isSettledWith(parts), beginsId(needle)]),
          isPendingWith(parts),
          ...(ofOperators.length > 0 ? [inArray(payments.id, ofOperators)] : []),
        ]
      : [hasBeginning(needle)];
  return nominated.length > 0 ? [...meanings, isFor(nominated)] : meanings;
}

/** Returns those conditions "a stored value is this text" that hold for any payment. */
async function findWhole(db: Queryable, text: string): Promise<SQL[]> {
  if (!LONG_ENOUGH.test(text)) return [];
  const phone = PHONE_LIKE.test(text) ? parsePhone(text) : null;
  const all = [
    sql`${payments.receiptCode} = ${text.toUpperCase()}`,
    sql`${payments.providerRef} = ${text}`,
    ...(text.includes('@') ? [sql`lower(${payments.voterEmail}) = lower(${text})`] : []),
    ...(phone ? [sql`${payments.phoneNumber} = ${phone}`] : []),
    ...(ID.test(text) ? [beginsId(text)] : []),
  ];
  const values = all.filter((value) => value !== null);
  const found = values.map((value) => sql`exists (select from ${payments} where ${value})`);
  // Returns ids, so that the database need not estimate how many payments the number has.
  const { rows } = await db.execute<{ found: boolean[]; ofOperator: string[] }>(sql`
    select array[${sql.join(found, sql`, `)}] as found, array(
      select ${paymentEvents.paymentId} from ${paymentEvents}
      where ${paymentEvents.detail}->>'operatorReference' = ${text}
    ) as "ofOperator"`);
  const ids = rows[0]?.ofOperator ?? [];
  return [
    ...values.filter((_value, index) => rows[0]?.found[index]),
    ...(ids.length > 0 ? [inArray(payments.id, ids)] : []),
  ];
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const begins = (text: string): SQL => sql`lower(${`${escapeLike(text)}%`})`;
const contains = (text: string): SQL => sql`lower(${`%${escapeLike(text)}%`})`;

const anyOf = (meanings: (SQL | null)[]): SQL =>
  sql`(${sql.join(
    meanings.filter((meaning) => meaning !== null),
    sql` or `,
  )})`;

/** Matches payments whose searchable text contains the text. */
const hasPart = (text: string): SQL => sql`${searchableText(payments)} like ${contains(text)}`;

/** Uses the trigram index, which contains settled payments only. */
const isSettledWith = (parts: string[]): SQL =>
  sql`(${payments.settledAt} is not null and ${anyOf(parts.map(hasPart))})`;

/** Reads all pending payments, of which there are only those of about a day. */
const isPendingWith = (parts: string[]): SQL =>
  sql`(${inArray(payments.segment, PENDING_SEGMENTS)} and ${anyOf(parts.map(hasPart))})`;

const hasBeginning = (text: string): SQL =>
  anyOf([
    sql`lower(${payments.voterEmail}) like ${begins(text)}`,
    beginsId(text),
    beginsPhone(text),
  ]);

/** Matches ids with this beginning, with or without hyphens, as a range between two ids. */
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

/** After a plus or 00: another country's code, as far as it is typed. */
const FOREIGN = /^(?:\+|00)(?!$|2$|23$|237)/;

/**
 * Returns the digits to search for; none for another country's number, which would match a
 * Cameroonian one.
 */
function digitsOfNumber(text: string): string {
  const digits = digitsOf(text);
  if (FOREIGN.test(text.startsWith('+') ? `+${digits}` : digits)) return '';
  return normalizePhone(text) ?? digits.replace(/^0+/, '');
}

/**
 * Returns `237` and the first digits, from any notation: `6…`, `06…`, `237…`, `+237…`, `00237…`.
 */
export function msisdnPrefix(digits: string): string {
  const significant = digits.replace(/^0+/, '');
  if (significant === '') return '';
  // National numbers start with 6, so a 2 starts the country code.
  return significant.startsWith('2') ? significant : `237${significant}`;
}

/**
 * Returns the payments with such a number in the mobile operator's SMS. Returns ids, because the
 * database's estimate of their number is far off, and it would look at all payments.
 */
async function paymentsOfOperator(db: Queryable, parts: string[]): Promise<string[]> {
  if (parts.length === 0) return [];
  const { paymentId, detail } = paymentEvents;
  const reference = sql`${detail}->>'operatorReference'`;
  const rows = await db
    .select({ paymentId })
    .from(paymentEvents)
    .where(
      and(
        sql`${reference} is not null`,
        anyOf(parts.map((part) => sql`lower(${reference}) like ${contains(part)}`)),
      ),
    )
    .limit(MAX_OF_OPERATOR);
  return rows.map((row) => row.paymentId);
}

/** Returns ids, so that the database's statistics show how many votes each has. */
async function nominationsOf(db: Queryable, name: SQL): Promise<string[]> {
  const named = db
    // A merged artist's old name finds the payments for the one that stays.
    .select({ id: sql<string>`coalesce(${artists.mergedInto}, ${artists.id})` })
    .from(artists)
    .where(sql`lower(${artists.name}) like ${name}`);
  const rows = await db
    .select({ id: nominations.id })
    .from(nominations)
    .innerJoin(standing, isStanding)
    .where(inArray(standing.artistId, named));
  return rows.map(({ id }) => id);
}

const isFor = (nominationIds: string[]): SQL => sql`${payments.id} in (
  select ${paymentVotes.paymentId} from ${paymentVotes}
  where ${paymentVotes.nominationId} = any(${sql.param(nominationIds)}::uuid[])
)`;
