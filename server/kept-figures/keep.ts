import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import type { Logger } from '#server/platform/logger';
import { startWorker } from '#server/platform/worker';
import type { Registry } from '#server/room';
import { keptFigures } from '#shared/schema';
import { ALL_DAYS } from './edition-days';
import { isOfKind, type Kind, PAID, readFigures, STARTED } from './figures';
import { daysWithPayments, isLong, keyOf, partsOf, type Span } from './span';

const EVERY_MS = 30_000;
/**
 * A span is closed this long after its end. By then, every transaction has ended that completed a
 * payment in it without taking the lock below: the trigger takes it for changes of payments that
 * are older than half this time.
 */
const CLOSED_AFTER_MS = 4 * 60_000;
/**
 * Arbitrary constant, the same in the trigger `forget_kept_figures`: whoever changes an older payment
 * shares this lock until the change is committed, so that figures are never kept without it.
 */
const FIGURES_LOCK = 7_140_232;

interface KeepingDeps {
  db: Database;
  /** Time zone of the event. */
  timezone: () => string;
  logger: Logger;
}

/** Keeps the figures of closed hours and days in every process; one of them does the work. */
export function registerKeptFigures({ worker }: Registry, { db, timezone, logger }: KeepingDeps) {
  worker('kept figures', () =>
    startWorker({
      round: (stopping) => keepFigures(db, timezone(), stopping),
      pauseMs: () => EVERY_MS,
      onError: (err) => logger.error({ err }, 'figures of closed days could not be kept'),
    }),
  );
}

/** Keeps what is closed and not kept yet, parts before what they are parts of. */
export async function keepFigures(
  db: Database,
  timezone: string,
  stopping?: AbortSignal,
): Promise<void> {
  const days = await daysWithPayments(db, { timezone, ...ALL_DAYS });
  for (const kind of [PAID, STARTED]) {
    const { closed, kept } = await readState(db, kind);
    const isMissing = (span: Span) => span.until <= closed && !kept.has(keyOf(span));
    for (const day of days.filter((span) => !kept.has(keyOf(span)))) {
      const open = partsOf(day).filter(({ from, until }) => from < closed && until > closed);
      for (const span of [...partsOf(day), day, ...open.flatMap(partsOf)].filter(isMissing)) {
        if (stopping?.aborted || !(await keep<unknown>(db, kind as Kind<unknown>, span))) return;
      }
    }
  }
}

async function readState(db: Database, kind: Pick<Kind<unknown>, 'name' | 'isUsable'>) {
  const { startsAt, endsAt } = keptFigures;
  const { rows } = await db.execute<{ now: number }>(
    sql`select extract(epoch from now())::float8 * 1000 as now`,
  );
  const spans = await db
    .select({ from: startsAt, until: endsAt })
    .from(keptFigures)
    .where(isOfKind(kind));
  const now = rows[0]?.now ?? 0;
  return { closed: new Date(now - CLOSED_AFTER_MS), kept: new Set(spans.map(keyOf)) };
}

/** @returns false while another process keeps figures, or a change of an older payment commits */
const keep = <Figures>(db: Database, kind: Kind<Figures>, span: Span): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ isLocked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${FIGURES_LOCK}) as "isLocked"`,
    );
    if (!rows[0]?.isLocked) return false;
    const [figures] = await readFigures(tx, kind, [span]);
    // An hour is needed again when its day changes, a part of it is not.
    if (!isLong(span)) {
      await tx.execute(sql`delete from ${keptFigures} where kind = ${kind.name}
        and starts_at >= ${span.from.toISOString()} and ends_at <= ${span.until.toISOString()}`);
    }
    await tx
      .insert(keptFigures)
      .values({ kind: kind.name, startsAt: span.from, endsAt: span.until, figures })
      .onConflictDoUpdate({
        target: [keptFigures.kind, keptFigures.startsAt, keptFigures.endsAt],
        set: { figures },
      });
    return true;
  });
