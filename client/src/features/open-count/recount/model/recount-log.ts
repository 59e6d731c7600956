import { type Checkpoint, parseCheckpointText, type TreeHead } from '#shared/open-count/checkpoint';
import { parseNote, toNote, toVkey } from '#shared/open-count/note';
import type { RecountResult } from '#shared/open-count/recount';
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

/** Longer than a vote takes from the totals that the site shows into what is signed of the log. */
const WAIT_MS = 6_000;
const MOST_WAITS = 5;

interface RecountOptions {
  fetch: Fetch;
  /** What this browser remembers: what this log must contain, if it is that one. */
  seen: Seen | null;
  onProgress: (progress: Progress) => void;
  wait: (ms: number) => Promise<void>;
}

export interface Recounted {
  outcome: Outcome;
  /** To be remembered; null where it would not be right. */
  seen: Seen | null;
}

/**
 * Counts the log of this site again, entry by entry, and compares: with what was signed, with what was
 * seen before, and with what the site shows.
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
  const seen = checkpoint && headSeen(known.seen, checkpoint);
  const log = new CountedLog(site, seen);
  let waits = 0;
  const tell = (doing: Progress['doing'], of: number) =>
    onProgress({ doing, entries: log.size, of });

  // What stands between us and the site may be a little late.
  while (checkpoint && seen && checkpoint.size < seen.size) {
    if (waits++ === MOST_WAITS) {
      throw different({ what: 'shorter', entries: checkpoint.size, seen: seen.size });
    }
    tell('waiting', checkpoint.size);
    await wait(WAIT_MS);
    checkpoint = await site.checkpoint();
  }
  if (!checkpoint) return { outcome: { is: 'empty' }, seen: null };
  const { size: of } = checkpoint;
  await log.growTo(checkpoint, { onEntries: () => tell('reading', of) });

  // What is counted while this runs stands in the site's totals at once, and in the log some seconds
  // later: a total is right that the log has had since then.
  const since = new Map<string, Set<number>>();
  for (waits = 0; ; waits++) {
    tell(waits === 0 ? 'comparing' : 'waiting', log.size);
    const shown = await lookAt(site);
    if (waits > 0) {
      await wait(WAIT_MS);
      const newer = await site.checkpoint();
      if (newer && newer.size > log.size) {
        const onStep = () => {
          for (const [id, totals] of since) totals.add(log.votesOf(id));
        };
        await log.growTo(newer, { onEntries: () => tell('waiting', newer.size), onStep });
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
    if (waits === MOST_WAITS) throw different(difference);
    for (const { id } of shown.nominations) {
      if (!since.has(id)) since.set(id, new Set([log.votesOf(id)]));
    }
  }
}

const signersOf = ({ signatures }: Checkpoint) => signatures.map(({ key }) => toVkey(key));

/**
 * How the log stood when this browser saw it last.
 * @throws Found where none of the keys of then has signed it now
 */
function headSeen(seen: Seen | null, now: Checkpoint): TreeHead | null {
  if (seen?.origin !== now.origin) return null;
  if (!signersOf(now).some((key) => seen.keys.includes(key)))
    throw different({ what: 'other-key' });
  return parseCheckpointText(parseNote(seen.checkpoint).text);
}

/** What the site shows at this moment. */
async function lookAt(site: Site) {
  const [{ shows }, count] = await Promise.all([site.results(), site.count()]);
  const compared: Compared = shows === 'live' ? 'totals' : shows === 'sealed' ? 'sealed' : 'hidden';
  return { compared, head: count.head, nominations: await site.nominations() };
}

/**
 * @param since totals that the log has had since it was compared first
 * @returns null where nothing differs
 */
export function firstDifference(
  result: RecountResult,
  { compared, head, nominations }: Awaited<ReturnType<typeof lookAt>>,
  since: ReadonlyMap<string, ReadonlySet<number>>,
): Difference | null {
  if (head && head.size > result.entries) {
    return { what: 'shorter', entries: result.entries, seen: head.size };
  }
  if (head?.size === result.entries) {
    const sums = [
      { of: 'payments', log: result.payments, site: head.payments },
      { of: 'XAF', log: result.money.XAF, site: head.money.XAF },
      { of: 'USD', log: result.money.USD, site: head.money.USD },
      { of: 'votes', log: sumOf(result.votes.values()), site: head.votes },
    ] as const;
    const other = sums.find(({ log, site }) => log !== site);
    if (other) return { what: 'sum', ...other };
  }
  for (const nomination of nominations) {
    const difference =
      otherName(result, nomination) ??
      (compared === 'totals' ? otherTotal(result, nomination, since.get(nomination.id)) : null);
    if (difference) return difference;
  }
  return null;
}

/** Of a nomination that the log names: it does within seconds of its being shown. */
function otherName({ nominations }: RecountResult, shown: Shown): Difference | null {
  const named = nominations.get(shown.id);
  if (!named) return null;
  const names = [
    [named.artist, shown.artist],
    [named.category, shown.category],
    [named.categoryFr ?? '', shown.categoryFr ?? ''],
  ] as const;
  const other = names.find(([log, site]) => log !== site);
  return other ? { what: 'name', log: other[0], site: other[1] } : null;
}

function otherTotal(
  { votes }: RecountResult,
  { id, artist, category, votes: site }: Shown,
  since: ReadonlySet<number> | undefined,
): Difference | null {
  const log = votes.get(id) ?? 0;
  if (site === null || site === log || since?.has(site)) return null;
  return { what: 'total', artist, category, log, site };
}

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
