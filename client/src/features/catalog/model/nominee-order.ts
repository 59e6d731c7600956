import { tabStorage } from '#client/lib/browser/storage';

const STORAGE_KEY = 'nomineeOrderSeed';

/** FNV-1a with a final mix: spreads near-identical texts evenly over 32 bits. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * Shuffles depending only on the seed and the ids: the same seed always gives the same order, and
 * adding or removing a nominee moves no other.
 */
export function shuffledBySeed<T extends { id: string }>(items: readonly T[], seed: string): T[] {
  return items
    .map((item) => ({ item, rank: hash(`${seed}:${item.id}`) }))
    .sort((a, b) => a.rank - b.rank || a.item.id.localeCompare(b.item.id))
    .map(({ item }) => item);
}

/**
 * Decides the order once per browser session, so that no artist is always first.
 * @param serverSeed seed of the server-rendered page; the first one is kept
 */
export function sessionSeed(serverSeed: string | null): string {
  const stored = tabStorage.getItem(STORAGE_KEY);
  if (stored) return stored;
  const seed = serverSeed ?? Math.random().toString(36).slice(2);
  tabStorage.setItem(STORAGE_KEY, seed);
  return seed;
}
