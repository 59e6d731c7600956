/**
 * What the public sees of the votes: totals; the order and shares of a category; nothing; or the
 * totals of one moment, which no later vote changes.
 */
export const RESULT_POLICIES = ['live', 'ranks', 'hidden', 'sealed'] as const;
export type ResultPolicy = (typeof RESULT_POLICIES)[number];

export interface ResultsRule {
  policy: ResultPolicy;
  /** ISO instant; before it a sealed event is live. */
  sealedFrom: string | null;
  /** Whether everybody sees everything from the end of voting on. */
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

/** Since when everybody sees everything, whatever the policy; null before. */
export function publishedSince({ results, closesAt, publishedAt, now }: Moment): Date | null {
  const isReleased = results.releasesAtClose && closesAt !== null && now >= closesAt;
  return publishedAt ?? (isReleased ? closesAt : null);
}

/** What the public may know of the votes at a moment. */
export function visibleResults(moment: Moment): VisibleResults {
  const { results, now } = moment;
  if (publishedSince(moment) !== null) return { shows: 'live', since: null };
  if (results.policy !== 'sealed') return { shows: results.policy, since: null };
  const since = results.sealedFrom === null ? null : new Date(results.sealedFrom);
  return since !== null && now >= since
    ? { shows: 'sealed', since }
    : { shows: 'live', since: null };
}

/** Where one stands among all in its category: equal votes share a place, the next place is skipped. */
export interface Standing {
  place: number;
  /** Of all votes in the category, in whole per cent. */
  share: number;
}

export function standingsOf(votes: readonly number[]): Standing[] {
  const sum = votes.reduce((total, one) => total + one, 0);
  return votes.map((own) => ({
    place: 1 + votes.filter((other) => other > own).length,
    share: sum === 0 ? 0 : Math.round((own / sum) * 100),
  }));
}
