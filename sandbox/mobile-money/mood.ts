/** How a provider of the demo behaves towards the application. */
export const MOODS = ['well', 'slow', 'down', 'lying'] as const;
export type Mood = (typeof MOODS)[number];

/** Endpoints that request a payment. */
const REQUESTS: ReadonlySet<string> = new Set([
  'collect',
  'direct-pay',
  'requesttopay',
  'deposits',
]);

/** Duration of the calls of a slow provider, in ms: the application waits longer for both. */
const SLOW_MS = { request: 6_000, other: 1_000 };

/** Returns how long a provider waits before it answers, in ms. */
export function latencyOf(mood: Mood, endpoint: string): number {
  if (mood !== 'slow') return 0;
  return REQUESTS.has(endpoint) ? SLOW_MS.request : SLOW_MS.other;
}

/** Amount that a lying provider reports for every payment, in XAF. */
const REPORTED_AMOUNT = 1;

/** Returns the switches of a wallet sandbox in this mood. */
export const switchesIn = (mood: Mood) => ({
  isUnreachable: mood === 'down',
  reportAmount: mood === 'lying' ? REPORTED_AMOUNT : null,
});
