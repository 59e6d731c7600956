import { z } from 'zod';
import { currency, isoInstant } from './primitives';

/** From best to worst. */
export const HEALTH_STATES = ['well', 'look', 'wrong'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

const state = z.enum(HEALTH_STATES);
const count = z.number().int();
/** Whole seconds. */
const seconds = count;
/** `count` is capped at 10,000. */
const backlog = { count, lagSeconds: seconds };

/** One subject with its state and the figure behind it. */
const healthItem = z.discriminatedUnion('about', [
  z.object({ about: z.literal('database'), state, milliseconds: count }),
  /** How far the responding server's clock is ahead of the database's; negative when behind. */
  z.object({ about: z.literal('clock'), state, seconds }),
  /** Money taken by completed payments minus the price of their votes, where that is not 0. */
  z.object({
    about: z.literal('money'),
    state,
    differences: z.array(z.object({ amountMinor: count, currency })),
    /** Votes that were paid for but are missing in the totals. */
    votes: count,
  }),
  /** Result of the last full recount and of the last recount of new payments. */
  z.object({
    about: z.literal('count'),
    state,
    differences: count,
    /** The first difference: a sentence with ids and figures, in English. */
    first: z.string().nullable(),
    /** Time of the last full recount; null before the first one. */
    at: isoInstant.nullable(),
    /** Time since which the open count is paused. */
    pausedSince: isoInstant.nullable(),
  }),
  z.object({ about: z.literal('open-payments'), state, count, oldestSeconds: seconds }),
  /** Payments with an open flag. */
  z.object({ about: z.literal('flags'), state, count }),
  z.object({ about: z.literal('checks'), state, ...backlog }),
  z.object({ about: z.literal('mails'), state, isOn: z.boolean(), ...backlog }),
  /** Failures of the site's code reported by browsers, in this hour and the one before. */
  z.object({
    about: z.literal('phones'),
    state,
    count,
    /** Such as `Chrome 103`; most failures first. */
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
  /** Texts for failures that no rule knows and no administrator has given a reason. */
  z.object({ about: z.literal('operator-words'), state, count }),
]);
export type HealthItem = z.infer<typeof healthItem>;

/** `GET /api/admin/health`: the most important items first. */
export const health = z.object({
  /** Time of the measurement. */
  at: isoInstant,
  /** Start of the responding process. */
  runningSince: isoInstant,
  items: z.array(healthItem),
});
export type Health = z.infer<typeof health>;
