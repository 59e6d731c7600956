import { type Checkpoint, parseCheckpointText, type TreeHead } from '#shared/open-count/checkpoint';
import { parseNote, toNote, toVkey } from '#shared/open-count/note';
import { noCounts, type RecountResult } from '#shared/open-count/recount';
import { CountedLog } from './counted-log';
import {
  type Compared,
  type Difference,
  different,
  Found,
  type Outcome,
  type Progress,
  type Seen,
} from './outcome';
import { type Fetch, type Shown, Site } from './site';

/** In ms: longer than a vote takes from the totals that the site shows to the signed log. */
const WAIT_MS = 6_000;
const MAX_WAITS = 5;

interface RecountOptions {
  fetch: Fetch;
  /** The checkpoint that this browser stored: the log must contain it, if it is the same log. */
  seen: Seen | null;
  onProgress: (progress: Progress) => void;
  wait: (ms: number) => Promise<void>;
}

export interface Recounted {
  outcome: Outcome;
  /** To be stored; null when it must not be. */
  seen: Seen | null;
}

/**
 * Recounts the log of this site entry by entry, and compares the result with what was signed, with
 * what was seen before, and with what the site shows.
 */
export async function recountLog(options: RecountOptions): Promise<Recounted> {
  try {
    return await recount(options);
  } catch (error) {
    if (error instanceof Found) return { outcome: error.outcome, seen: null };
    throw error;
  }
}

async function recount({ fetch, onProgress, wait, ...known }: RecountOptions): Promise<Recounted> {
  const site = new Site(fetch);
  let checkpoint = await site.checkpoint();
  const seen = checkpoint && storedHead(known.seen, checkpoint);
  const log = new CountedLog(site, seen);
  let waits = 0;
  const reportProgress = (doing: Progress['doing'], total: number) =>
    onProgress({ doing, entries: log.size, of: total });

  // A cache in front of the site may be slightly stale.
  while (checkpoint && seen && checkpoint.size < seen.size) {
    if (waits++ === MAX_WAITS) {
      throw different({ what: 'shorter', entries: checkpoint.size, seen: seen.size });
    }
    reportProgress('waiting', checkpoint.size);
    await wait(WAIT_MS);
    checkpoint = await site.checkpoint();
  }
  if (!checkpoint) return { outcome: { is: 'empty' }, seen: null };
  const { size } = checkpoint;
  await log.growTo(checkpoint, { onEntries: () => reportProgress('reading', size) });

  // Votes cast during the recount are in the site's totals at once, and in the log some seconds
  // later: a shown total is right if the log has had it since then.
  const since = new Map<string, Set<number>>();
  for (waits = 0; ; waits++) {
    reportProgress(waits === 0 ? 'comparing' : 'waiting', log.size);
    const shown = await fetchSite(site);
    if (waits > 0) {
      await wait(WAIT_MS);
      const newer = await site.checkpoint();
      if (newer && newer.size > log.size) {
        const onStep = () => {
          for (const [id, totals] of since) totals.add(log.totalOf(id));
        };
        await log.growTo(newer, { onEntries: () => reportProgress('waiting', newer.size), onStep });
        checkpoint = newer;
      }
    }
    const result = log.result();
    const difference = firstDifference(result, shown, since);
    if (!difference) {
      const { entries, sealed } = result;
      return {
        outcome: { is: 'equal', entries, sealed, compared: shown.compared },
        seen: {
          origin: checkpoint.origin,
          keys: signersOf(checkpoint),
          checkpoint: toNote(checkpoint.note),
        },
      };
    }
    if (waits === MAX_WAITS) throw different(difference);
    for (const { id } of shown.nominations) {
      if (!since.has(id)) since.set(id, new Set([log.totalOf(id)]));
    }
  }
}

const signersOf = ({ signatures }: Checkpoint) => signatures.map(({ key }) => toVkey(key));

/**
 * Returns the tree head that this browser saw last.
 * @throws Found when none of the keys known then has signed the current one
 */
function storedHead(seen: Seen | null, now: Checkpoint): TreeHead | null {
  if (seen?.origin !== now.origin) return null;
  if (!signersOf(now).some((key) => seen.keys.includes(key)))
    throw different({ what: 'other-key' });
  return parseCheckpointText(parseNote(seen.checkpoint).text);
}

/** Fetches what the site shows at the moment. */
async function fetchSite(site: Site) {
  const [{ shows }, count] = await Promise.all([site.results(), site.count()]);
  const compared: Compared = shows === 'live' ? 'totals' : shows === 'sealed' ? 'sealed' : 'hidden';
  const { head, editions } = count;
  const nominations = [
    ...(await site.nominations(compared === 'totals')),
    ...(await site.archivedNominations()),
  ];
  return { compared, head, editions, nominations };
}

/**
 * @param since totals that the log has had since the first comparison
 * @returns null when nothing differs
 */
function firstDifference(
  result: RecountResult,
  { head, editions, nominations }: Awaited<ReturnType<typeof fetchSite>>,
  since: ReadonlyMap<string, ReadonlySet<number>>,
): Difference | null {
  if (head && head.size > result.entries) {
    return { what: 'shorter', entries: result.entries, seen: head.size };
  }
  if (head?.size === result.entries) {
    const ofAll = { ...result, votes: sumOf(result.votes.values()) };
    const difference =
      otherSum(ofAll, head, null) ??
      editions
        .map((shown) => otherSum(result.editions.get(shown.id) ?? noCounts(), shown, shown.year))
        .find((other) => other !== null);
    if (difference) return difference;
  }
  for (const nomination of nominations) {
    const difference =
      otherName(result, nomination) ?? otherTotal(result, nomination, since.get(nomination.id));
    if (difference) return difference;
  }
  return null;
}

type Sums = Pick<ReturnType<typeof noCounts>, 'payments' | 'money' | 'votes'>;

function otherSum(log: Sums, site: Sums, year: string | null): Difference | null {
  const sums = [
    { of: 'payments', log: log.payments, site: site.payments },
    { of: 'XAF', log: log.money.XAF, site: site.money.XAF },
    { of: 'USD', log: log.money.USD, site: site.money.USD },
    { of: 'votes', log: log.votes, site: site.votes },
  ] as const;
  const other = sums.find((sum) => sum.log !== sum.site);
  return other ? { what: 'sum', year, ...other } : null;
}

/**
 * Compares the names of nominations that the log contains: it has them within seconds after they
 * are shown.
 */
function otherName({ nominations }: RecountResult, shown: Shown): Difference | null {
  const loggedNames = nominations.get(shown.id);
  if (!loggedNames) return null;
  const names = [
    [loggedNames.artist, shown.artist],
    [loggedNames.category, shown.category],
    [loggedNames.categoryFr ?? '', shown.categoryFr ?? ''],
  ] as const;
  const other = names.find(([log, site]) => log !== site);
  return other ? { what: 'name', log: other[0], site: other[1] } : null;
}

function otherTotal(
  { totals }: RecountResult,
  { id, artist, category, votes: site }: Shown,
  since: ReadonlySet<number> | undefined,
): Difference | null {
  const log = totals.get(id) ?? 0;
  if (site === null || site === log || since?.has(site)) return null;
  return { what: 'total', artist, category, log, site };
}

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
