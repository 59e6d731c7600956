const DAY_MS = 86_400_000;

/** How long a change by which details are erased sooner can be taken back, in ms. */
export const ERASURE_NOTICE_MS = DAY_MS;

/** What decides until when voters' details are kept. */
export interface Retention {
  closesAt: Date | null;
  retentionDays: number;
}

const plannedEnd = ({ closesAt, retentionDays }: Retention): Date | null =>
  closesAt && new Date(closesAt.getTime() + retentionDays * DAY_MS);

/** Keeps details that a change would have erased sooner. */
export interface ErasureHold {
  /** Nothing is erased before. */
  until: Date;
  /** The days after the end of voting by which they are kept as long as before the change. */
  retentionDaysBefore: number;
}

/** With the hold of the last change that had them erased sooner. */
export interface HeldRetention extends Retention {
  hold: ErasureHold | null;
}

export const MAX_RETENTION_DAYS = 3_650;

/**
 * What a change of the settings is held by: null unless fewer days are set, or what was to be kept
 * would be gone before anybody could object.
 * @param before with the hold of an earlier change, which this one may lengthen or end
 */
export function erasureHold(
  before: HeldRetention,
  after: Retention,
  now: Date,
): ErasureHold | null {
  const held = before.hold && before.hold.until > now ? before.hold : null;
  const daysBefore = held?.retentionDaysBefore ?? before.retentionDays;
  const planned = plannedEnd({ ...before, retentionDays: daysBefore });
  const wanted = plannedEnd(after);
  if (wanted === null || (planned !== null && wanted >= planned)) return null;
  const soon = new Date(now.getTime() + ERASURE_NOTICE_MS);
  if (after.retentionDays >= daysBefore && wanted >= soon) return null;
  const current = plannedEnd(before);
  const isNoSooner = current !== null && wanted >= current;
  return {
    until: held && isNoSooner ? held.until : soon,
    retentionDaysBefore:
      planned === null || after.closesAt === null
        ? MAX_RETENTION_DAYS
        : Math.min(
            MAX_RETENTION_DAYS,
            Math.ceil((planned.getTime() - after.closesAt.getTime()) / DAY_MS),
          ),
  };
}

/** Until when voters' details are kept; null while nobody has said when voting ends. */
export function detailsKeptUntil(retention: HeldRetention): Date | null {
  const until = plannedEnd(retention);
  const held = retention.hold?.until;
  return until && held && held > until ? held : until;
}

/** From when on details are erased by a change that can still be taken back; null without one. */
export const erasureToTakeBack = (retention: HeldRetention, now: Date): Date | null =>
  retention.hold && retention.hold.until > now ? detailsKeptUntil(retention) : null;
