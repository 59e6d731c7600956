import { sql } from 'drizzle-orm';
import { bigint, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, oneOf } from './columns';

/** Scope of a recount: everything, or the log's new entries and all totals. */
export const VERIFICATION_SCOPES = ['everything', 'new'] as const;
export type VerificationScope = (typeof VERIFICATION_SCOPES)[number];

/** Result of the last recount of each kind. One process at a time runs it. */
export const verifications = pgTable(
  'verifications',
  {
    scope: text('scope').$type<VerificationScope>().primaryKey(),
    /** When the last finished recount began; null before the first. */
    begunAt: instant('begun_at'),
    differences: integer('differences').notNull().default(0),
    /** A sentence for each of the first differences. */
    sentences: jsonb('sentences').$type<string[]>().notNull().default([]),
    /** During a recount, the end of its lease. */
    leasedUntil: instant('leased_until').notNull().defaultNow(),
    /** How far the log was verified: its size, its full subtrees in base64, its votes. */
    size: bigint('size', { mode: 'number' }),
    peaks: jsonb('peaks').$type<string[]>(),
    votes: jsonb('votes').$type<Record<string, number>>(),
  },
  (table) => [
    check('verifications_scope_check', sql`${table.scope} in (${oneOf(VERIFICATION_SCOPES)})`),
  ],
);
