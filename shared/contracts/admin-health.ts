import { z } from 'zod';
import { currency, isoInstant } from './primitives';

/** From good to bad. */
export const HEALTH_STATES = ['well', 'look', 'wrong'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

const state = z.enum(HEALTH_STATES);
const count = z.number().int();
/** Whole seconds. */
const seconds = count;
/** `count` goes no further than 10,000. */
const backlog = { count, lagSeconds: seconds };

/** One thing, how it is, and the figure that says so. */
const healthItem = z.discriminatedUnion('about', [
  z.object({ about: z.literal('database'), state, milliseconds: count }),
  /** How far the clock of the server that answers is ahead of the database's; negative: behind. */
  z.object({ about: z.literal('clock'), state, seconds }),
  /** What completed payments took less what their votes cost, where that is not 0. */
  z.object({
    about: z.literal('money'),
    state,
    differences: z.array(z.object({ amountMinor: count, currency })),
    /** Paid for and not in the totals. */
    votes: count,
  }),
  /** What the last recounts of everything, and of what is new, have found. */
  z.object({
    about: z.literal('count'),
    state,
    differences: count,
    /** The first of them: a sentence with ids and figures, in English. */
    first: z.string().nullable(),
    /** When everything was recounted last; null before the first time. */
    at: isoInstant.nullable(),
    /** Since when the open count is paused. */
    pausedSince: isoInstant.nullable(),
  }),
  z.object({ about: z.literal('open-payments'), state, count, oldestSeconds: seconds }),
  /** Payments with a flag that nobody has settled. */
  z.object({ about: z.literal('flags'), state, count }),
  z.object({ about: z.literal('checks'), state, ...backlog }),
  z.object({ about: z.literal('mails'), state, isOn: z.boolean(), ...backlog }),
  /** What browsers told of failures of the site's code, in this hour and the one before. */
  z.object({
    about: z.literal('phones'),
    state,
    count,
    /** As `Chrome 103`; most failures first. */
    browsers: z.array(z.object({ browser: z.string(), count })),
  }),
  z.object({
    about: z.literal('provider'),
    state,
    /** `stripe`, `campay`, … */
    name: z.string(),
    access: z.enum(['accepted', 'refused', 'unknown']),
  }),
  /** Providers whose webhooks were refused within the last hour. */
  z.object({ about: z.literal('webhooks'), state, refusedOf: z.array(z.string()) }),
]);
export type HealthItem = z.infer<typeof healthItem>;

/** `GET /api/admin/health`: what matters most stands first. */
export const health = z.object({
  /** When this was looked at. */
  at: isoInstant,
  /** Since when the process runs that has answered. */
  runningSince: isoInstant,
  items: z.array(healthItem),
});
export type Health = z.infer<typeof health>;
