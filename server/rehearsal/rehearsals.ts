import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database, Transaction } from '#server/db/client';
import { AppError, conflict, notFound } from '#server/errors';
import { readEditions } from '#server/settings/index';
import type { Rehearsal } from '#shared/contracts/editions';
import { adminActions } from '#shared/schema';
import { copyDraft } from './copy-draft';
import { folderOf } from './own-keys';

/**
 * Arbitrary constant: the process of a rehearsal holds this lock for as long as it runs, so that
 * there is one of them, on whichever machine.
 */
export const PROCESS_LOCK = 7_140_241;

/** How long an end waits for the process to stop on its own, in ms. */
const STOPS_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 100;

/** A rehearsal as its row stores it. */
export interface Run {
  id: string;
  year: string;
  /** Secret from which all keys of the rehearsal are derived. */
  seed: string;
  /** How far its clock is ahead of the database's, in ms; negative when behind. */
  shiftMs: number;
  isEnding: boolean;
  /** Machine, port and secret of its process; null before the first one has started. */
  host: string | null;
  port: number | null;
  secret: string | null;
  begunAt: Date;
}

/** PostgreSQL error codes: no such table, schema, function or column, no permission. */
const UNPREPARED = ['42P01', '3F000', '42883', '42703', '42501'];

/**
 * Returns the rehearsal that is under way; null when there is none.
 * @throws AppError 503 `rehearsal-unavailable` when the database has no schema for rehearsals
 */
export const findRun = (db: Pick<Database, 'execute'>): Promise<Run | null> =>
  prepared(async () => {
    const { rows } = await db.execute<Record<keyof Run, unknown>>(sql`
      select id::text as id, year, seed, is_ending as "isEnding", host, port, secret,
        extract(epoch from shift)::float8 * 1000 as "shiftMs",
        extract(epoch from begun_at)::float8 * 1000 as "begunAt"
      from rehearsal.run`);
    const [row] = rows;
    return row ? { ...(row as unknown as Run), begunAt: new Date(Number(row.begunAt)) } : null;
  });

export const rehearsalOf = ({ year, begunAt, shiftMs }: Run): Rehearsal => ({
  year,
  begunAt: begunAt.toISOString(),
  now: new Date(Date.now() + shiftMs).toISOString(),
});

/**
 * Empties the schema of rehearsals and copies a draft into it, as the only and current edition.
 * @param at the time that the rehearsal shows at first
 * @param adminId who begins it, for Activity
 * @throws AppError 404 for an unknown year; 409 `edition-not-draft`, `rehearsal-under-way`; 503
 *   `rehearsal-unavailable`
 */
export const beginRehearsal = (
  db: Database,
  { year, at, adminId }: { year: string; at: Date; adminId: string },
): Promise<void> =>
  prepared(() =>
    db.transaction(async (tx) => {
      const all = await readEditions(tx);
      const draft = all.find(({ settings }) => settings.year === year);
      const current = all.find(({ state }) => state === 'current');
      if (!draft || !current) throw notFound('edition');
      if (draft.state !== 'draft') throw conflict('edition-not-draft', 'This edition is no draft');
      if (!(await isProcessGone(tx)) || (await findRun(tx)) !== null) {
        throw conflict('rehearsal-under-way', 'A rehearsal is under way');
      }
      await tx.execute(sql`select rehearsal.empty_all()`);
      const seed = randomBytes(32).toString('base64url');
      await tx.execute(sql`
        insert into rehearsal.run (id, year, seed, shift, begun_at)
        values (${randomUUID()}, ${year}, ${seed},
          ${at.toISOString()}::timestamptz - clock_timestamp(), now())`);
      await record(tx, 'rehearsal.begin', { year, adminId });
      // Providers are the installation's.
      const settings = { ...draft.settings, routing: current.settings.routing };
      await copyDraft(tx, draft.id, settings);
    }),
  );

/**
 * Sets the clock of the rehearsal of this year.
 * @throws AppError 404 when there is none; 409 `rehearsal-clock-back`: payments and signatures have
 *   times that must not lie ahead; 503 `rehearsal-unavailable`
 */
export const setRehearsalClock = (
  db: Database,
  { year, at }: { year: string; at: Date },
): Promise<Run> =>
  prepared(() =>
    db.transaction(async (tx) => {
      const run = await findRun(tx);
      if (run?.year !== year || run.isEnding) throw notFound('rehearsal');
      const { rowCount } = await tx.execute(sql`
        update rehearsal.run set shift = ${at.toISOString()}::timestamptz - clock_timestamp()
        where ${at.toISOString()}::timestamptz - clock_timestamp() >= shift`);
      if (rowCount === 0) {
        throw conflict('rehearsal-clock-back', 'The clock of a rehearsal only goes forward');
      }
      return (await findRun(tx)) ?? run;
    }),
  );

/**
 * Ends the rehearsal of this year: its process stops, on whichever machine it runs, and its schema
 * is emptied.
 * @param adminId who ends it, for Activity
 * @throws AppError 404 when there is none; 503 `rehearsal-unavailable`
 */
export async function endRehearsal(
  db: Database,
  { year, adminId }: { year: string; adminId: string },
): Promise<void> {
  const run = await findRun(db);
  if (run?.year !== year) throw notFound('rehearsal');
  await db.execute(sql`update rehearsal.run set is_ending = true where id = ${run.id}`);
  const stopsBy = performance.now() + STOPS_WITHIN_MS;
  while (!(await emptyIfStopped(db, run, adminId))) {
    if (performance.now() > stopsBy) await cutOff(db);
    await delay(LOOK_EVERY_MS);
  }
  // Its process may have died before.
  await rm(folderOf(run), { recursive: true, force: true });
}

const emptyIfStopped = (db: Database, { id, year }: Run, adminId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!(await isProcessGone(tx))) return false;
    // Another owner may have ended it meanwhile, and begun the next one.
    if ((await findRun(tx))?.id !== id) return true;
    await tx.execute(sql`select rehearsal.empty_all()`);
    await record(tx, 'rehearsal.end', { year, adminId });
    return true;
  });

/** Adds an entry to Activity. The draft may have been deleted while it was rehearsed. */
async function record(
  tx: Transaction,
  action: 'rehearsal.begin' | 'rehearsal.end',
  { year, adminId }: { year: string; adminId: string },
): Promise<void> {
  const edition = sql`(select id from editions where settings ->> 'year' = ${year})`;
  await tx.insert(adminActions).values({
    editionId: sql`coalesce(${edition}, current_edition())`,
    userId: adminId,
    action,
    entity: 'edition',
    entityId: year,
  });
}

/** Locks out a process until the transaction ends. @returns false while there is one */
async function isProcessGone(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ isGone: boolean }>(
    sql`select pg_try_advisory_xact_lock(${PROCESS_LOCK}) as "isGone"`,
  );
  return rows[0]?.isGone === true;
}

/** Ends the connections of a process that does not stop. It ends with them. */
async function cutOff(db: Database): Promise<void> {
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'festival-awards-rehearsal'`);
}

/** @throws AppError 503 when the database has no schema for rehearsals */
async function prepared<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    if (cause instanceof pg.DatabaseError && UNPREPARED.includes(cause.code ?? '')) {
      throw new AppError(
        503,
        'rehearsal-unavailable',
        'The database has no schema for rehearsals: run npm run db:migrate',
      );
    }
    throw error;
  }
}
