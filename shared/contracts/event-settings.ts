import { z } from 'zod';
import { EDITION_STATES } from '#shared/domain/editions';
import { PRICE_RANGE } from '#shared/domain/pricing';
import { MAX_ROUTES, WALLET_OPERATORS } from '#shared/domain/provider-routes';
import { RESULT_POLICIES } from '#shared/domain/results';
import { MAX_RETENTION_DAYS } from '#shared/domain/retention';
import type { ActionEffect } from '#shared/domain/sign-in';
import { MAX_VOTES_PER_CATEGORY } from '#shared/domain/votes';
import { email, isoInstant, storableText } from './primitives';

/** Problem codes of settings fields; the client has the sentences. */
export const SETTINGS_PROBLEMS = [
  'both-languages',
  'unknown-time-zone',
  'closes-before-opening',
  'ends-before-start',
  'most-below-least',
  'no-method',
  'seal-without-time',
  'seal-after-release',
  'results-published',
  'price-below-provider',
  'provider-twice',
  'provider-unknown',
  'no-provider',
] as const;
type SettingsProblem = (typeof SETTINGS_PROBLEMS)[number];

/** Converts a blank field to null. */
const optional = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z
    .string()
    .nullable()
    .transform((text) => (text?.trim() ? text : null))
    .pipe(schema.nullable());
const line = (maxLength: number) => optional(storableText(maxLength).trim());

/** A text in both languages, or none. */
const bothLanguages = (maxLength: number) =>
  z.object({ en: line(maxLength), fr: line(maxLength) }).superRefine(({ en, fr }, context) => {
    if (en !== null && fr === null) context.addIssue(problem('both-languages', ['fr']));
    if (fr !== null && en === null) context.addIssue(problem('both-languages', ['en']));
  });

const problem = (message: SettingsProblem, path: string[]) =>
  ({ code: 'custom', params: { problem: message }, message, path }) as const;

/** A time zone supported by this machine. */
export const timeZone = z.string().refine(
  (zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
    } catch {
      return false;
    }
  },
  { message: 'unknown-time-zone', params: { problem: 'unknown-time-zone' } },
);
export const eventName = storableText(80).trim().min(1);
export const eventYear = z.string().regex(/^\d{4}$/);
const optionalInstant = isoInstant.nullable();
const price = ({ least, most }: { least: number; most: number }) =>
  z.number().int().min(least).max(most);

const providerName = z.string().max(30);
const operatorRouting = z.object({
  order: z.array(providerName).max(MAX_ROUTES).nullable(),
  fixed: providerName.nullable(),
});

const shape = z.object({
  name: eventName,
  nameFr: line(80),
  year: eventYear,
  timezone: timeZone,
  opensAt: optionalInstant,
  closesAt: optionalInstant,
  /** Price of one vote in minor units: XAF by mobile money, US cents by card. */
  prices: z.object({
    mobileMoney: price(PRICE_RANGE.mobileMoney),
    card: price(PRICE_RANGE.card),
  }),
  /** Votes for one nomination in one payment; zero is always allowed. */
  votes: z.object({
    min: z.number().int().min(0).max(MAX_VOTES_PER_CATEGORY),
    max: z.number().int().min(1).max(MAX_VOTES_PER_CATEGORY),
  }),
  methods: z.object({ mobileMoney: z.boolean(), card: z.boolean() }),
  /** Which mobile money providers take the payments of each operator. */
  routing: z.object({ mtn: operatorRouting, orange: operatorRouting }),
  contact: z.object({
    email: optional(email),
    phone: optional(storableText(40).regex(/^\+?[\d ().-]{6,40}$/)),
    whatsapp: optional(storableText(40).regex(/^\+?[\d ().-]{6,40}$/)),
  }),
  /** Description of the organiser and of the use of the money. */
  organiser: bothLanguages(400),
  refunds: bothLanguages(400),
  banner: z.object({
    text: bothLanguages(200),
    from: optionalInstant,
    to: optionalInstant,
  }),
  results: z.object({
    policy: z.enum(RESULT_POLICIES),
    sealedFrom: optionalInstant,
    releasesAtClose: z.boolean(),
  }),
  /** Days after the end of voting for which voters' data are stored. */
  retentionDays: z.number().int().min(1).max(MAX_RETENTION_DAYS),
  /** Used only to show one revenue figure in dollars. */
  xafPerUsd: z.number().positive().max(1_000_000),
});

const isOrdered = (from: string | null, to: string | null) =>
  from === null || to === null || Date.parse(from) < Date.parse(to);

/** The organiser's settings. */
export const eventSettings = shape.superRefine((settings, context) => {
  const { votes, methods, banner, results } = settings;
  const refuse = (message: SettingsProblem, ...path: string[]) =>
    context.addIssue(problem(message, path));
  if (!isOrdered(settings.opensAt, settings.closesAt)) refuse('closes-before-opening', 'closesAt');
  if (!isOrdered(banner.from, banner.to)) refuse('ends-before-start', 'banner', 'to');
  for (const operator of WALLET_OPERATORS) {
    const { order } = settings.routing[operator];
    if (order && new Set(order).size < order.length) {
      refuse('provider-twice', 'routing', operator, 'order');
    }
  }
  if (votes.max < votes.min) refuse('most-below-least', 'votes', 'max');
  if (!methods.mobileMoney && !methods.card) refuse('no-method', 'methods');
  if (results.policy === 'sealed' && results.sealedFrom === null) {
    refuse('seal-without-time', 'results', 'sealedFrom');
  }
  // Otherwise everything would be public before the seal starts.
  if (
    results.policy === 'sealed' &&
    results.releasesAtClose &&
    !isOrdered(results.sealedFrom, settings.closesAt)
  ) {
    refuse('seal-after-release', 'results', 'sealedFrom');
  }
});
export type EventSettings = z.output<typeof eventSettings>;

/** Effects of changing each field, for other people. */
export const SETTINGS_EFFECTS: Record<keyof EventSettings, readonly ActionEffect[]> = {
  // Shown on the payer's phone, and on every receipt.
  name: ['visitors'],
  nameFr: ['visitors'],
  year: [],
  timezone: ['visitors'],
  opensAt: ['votes', 'money'],
  closesAt: ['votes', 'money', 'erasure'],
  prices: ['money'],
  votes: ['votes'],
  methods: ['money'],
  routing: ['money'],
  contact: ['visitors'],
  organiser: ['visitors'],
  refunds: ['visitors'],
  banner: ['visitors'],
  results: ['visitors'],
  retentionDays: ['erasure'],
  xafPerUsd: [],
};

export const eventSettingsInput = z.object({
  settings: eventSettings,
  /**
   * Version the form was loaded with: saving over a later version is refused (409
   * `changed-meanwhile`).
   */
  version: z.number().int(),
});
export type EventSettingsInput = z.output<typeof eventSettingsInput>;

/** Number of payments whose voters' details will be erased, and from when. */
const plannedErasure = z.object({ from: isoInstant, payments: z.number().int() });

/**
 * `POST /api/admin/settings/preview`: the fields of a draft that decide how long details are
 * stored.
 */
export const retentionDraft = shape.pick({ closesAt: true, retentionDays: true });
/** Null when nothing is erased sooner than before. */
export const retentionPreview = z.object({ erasure: plannedErasure.nullable() });
export type RetentionPreview = z.infer<typeof retentionPreview>;

/** Settings as stored; values that were once valid stay readable when a rule becomes stricter. */
export const savedSettings = z.object({
  /** State of the edition that has these settings. */
  state: z.enum(EDITION_STATES),
  settings: shape,
  version: z.number().int(),
  updatedAt: isoInstant,
  /** Since when all results are public, by the organiser's action or by the end of voting. */
  resultsPublishedAt: isoInstant.nullable(),
  /** Until when the organiser can undo the publication; null when it cannot be undone. */
  publicationUndoUntil: isoInstant.nullable(),
  /** The form in which the public currently sees the votes. */
  shows: z.enum(RESULT_POLICIES),
  /** Effect of a change less than `ERASURE_NOTICE_MS` old, which any owner can still undo. */
  erasure: z
    .object({
      ...plannedErasure.shape,
      /** Value of the retention days after an undo. */
      retentionDaysBefore: z.number().int(),
    })
    .nullable(),
});
export type SavedSettings = z.infer<typeof savedSettings>;
