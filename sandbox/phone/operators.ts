export type Operator = 'MTN' | 'Orange';

/**
 * The published number ranges of each mobile operator. Public tables disagree on 684, 685, 688 and
 * 689, which are assigned as in most tables.
 */
const RANGES: readonly (readonly [Operator, RegExp])[] = [
  ['MTN', /^2376(5[0-4]|7\d|8[0-4])\d{6}$/],
  ['Orange', /^2376(40|5[5-9]|8[5-9]|9\d)\d{6}$/],
];

/** Returns the mobile operator of a number (`2376XXXXXXXX`); null outside all known ranges. */
export function operatorOf(number: string): Operator | null {
  return RANGES.find(([, range]) => range.test(number))?.[0] ?? null;
}
