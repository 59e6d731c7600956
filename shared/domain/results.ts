/**
 * Form in which the public sees the votes: totals; order and shares within a category; nothing; or
 * the totals of one moment, which later votes do not change.
 */
export const RESULT_POLICIES = ['live', 'ranks', 'hidden', 'sealed'] as const;
export type ResultPolicy = (typeof RESULT_POLICIES)[number];

/** How long a publication by mistake can be undone, in ms. */
export const PUBLICATION_UNDO_MS = 10 * 60_000;

export interface ResultsRule {
  policy: ResultPolicy;
  /** ISO instant; before it, a sealed event is live. */
  sealedFrom: string | null;
  /** True when all results become public at the end of voting. */
  releasesAtClose: boolean;
}

export type VisibleResults =
  | { shows: 'live' | 'ranks' | 'hidden'; since: null }
  | { shows: 'sealed'; since: Date };

interface Moment {
  results: ResultsRule;
  closesAt: Date | null;
  /** When the organiser published the results; null before. */
  publishedAt: Date | null;
  now: Date;
}

/** Returns since when all results are public, whatever the policy; null before that. */
export function publishedSince({ results, closesAt, publishedAt, now }: Moment): Date | null {
  const isReleased = results.releasesAtClose && closesAt !== null && now >= closesAt;
  return publishedAt ?? (isReleased ? closesAt : null);
}

/** Returns what the public may see of the votes at a given time. */
export function visibleResults(moment: Moment): VisibleResults {
  const { results, now } = moment;
  if (publishedSince(moment) !== null) return { shows: 'live', since: null };
  if (results.policy !== 'sealed') return { shows: results.policy, since: null };
  const since = results.sealedFrom === null ? null : new Date(results.sealedFrom);
  return since !== null && now >= since
    ? { shows: 'sealed', since }
    : { shows: 'live', since: null };
}

/** Rank in a category: equal votes share a rank, and the next rank is skipped. */
export interface Standing {
  place: number;
  /** Share of all votes in the category, in whole per cent. */
  share: number;
}

export function standingsOf(votes: readonly number[]): Standing[] {
  const sum = votes.reduce((total, count) => total + count, 0);
  return votes.map((count) => ({
    place: 1 + votes.filter((other) => other > count).length,
    share: sum === 0 ? 0 : Math.round((count / sum) * 100),
  }));
}
