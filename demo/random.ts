export type Random = () => number;

/** 32-bit FNV-1a: turns a readable seed into the generator's state. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** mulberry32: numbers in [0, 1) that are the same on every machine for the same seed. */
export function seededRandom(seed: string): Random {
  let state = hashText(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<const T>(items: readonly [T, ...T[]], random: Random): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}
