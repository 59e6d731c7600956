const DAY_MS = 86_400_000;

/** How long a change that erases details sooner can be undone, in ms. */
export const ERASURE_NOTICE_MS = DAY_MS;

/** Settings that determine how long voters' details are stored. */
export interface Retention {
  closesAt: Date | null;
  retentionDays: number;
}

const plannedEnd = ({ closesAt, retentionDays }: Retention): Date | null =>
  closesAt && new Date(closesAt.getTime() + retentionDays * DAY_MS);

/** Keeps details that a change would have erased sooner. */
export interface ErasureHold {
  /** No details are erased before this time. */
  until: Date;
  /**
   * Days after the new end of voting for which details are kept meanwhile: until the same date as
   * before the change.
   */
  retentionDaysBefore: number;
}

/** With the hold of the last change that shortened the retention. */
export interface HeldRetention extends Retention {
  hold: ErasureHold | null;
}

export const MAX_RETENTION_DAYS = 3_650;

/**
 * Returns the hold that a change of the settings causes; null unless the number of days is reduced,
 * or details would be erased before anyone could object.
 * @param before with the hold of an earlier change, which this one may extend or end
 */
export function erasureHold(
  before: HeldRetention,
  after: Retention,
  now: Date,
): ErasureHold | null {
  const hold = before.hold && before.hold.until > now ? before.hold : null;
  const daysBefore = hold?.retentionDaysBefore ?? before.retentionDays;
  const planned = plannedEnd({ ...before, retentionDays: daysBefore });
  const plannedAfter = plannedEnd(after);
  if (plannedAfter === null || (planned !== null && plannedAfter >= planned)) return null;
  const soon = new Date(now.getTime() + ERASURE_NOTICE_MS);
  if (after.retentionDays >= daysBefore && plannedAfter >= soon) return null;
  const current = plannedEnd(before);
  const isNoSooner = current !== null && plannedAfter >= current;
  return {
    until: hold && isNoSooner ? hold.until : soon,
    retentionDaysBefore:
      planned === null || after.closesAt === null
        ? MAX_RETENTION_DAYS
        : Math.min(
            MAX_RETENTION_DAYS,
            Math.ceil((planned.getTime() - after.closesAt.getTime()) / DAY_MS),
          ),
  };
}

/** Returns when voters' details are erased; null while no end of voting is set. */
export function detailsKeptUntil(retention: HeldRetention): Date | null {
  const until = plannedEnd(retention);
  const holdUntil = retention.hold?.until;
  return until && holdUntil && holdUntil > until ? holdUntil : until;
}

/**
 * Returns when a change that can still be undone will erase details; null if there is no such
 * change.
 */
export const revocableErasure = (retention: HeldRetention, now: Date): Date | null =>
  retention.hold && retention.hold.until > now ? detailsKeptUntil(retention) : null;
