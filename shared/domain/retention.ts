const DAY_MS = 86_400_000;

/** Until when voters' data are kept; null while nobody has said when voting ends. */
export const detailsKeptUntil = (closesAt: Date | null, retentionDays: number): Date | null =>
  closesAt && new Date(closesAt.getTime() + retentionDays * DAY_MS);
