import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { draftStorage } from '#client/features/admin/drafts/index';
import { instantAt, localTime } from '#client/lib/time/zoned-time';
import {
  type EventSettings,
  eventSettings,
  SETTINGS_PROBLEMS,
  timeZone,
} from '#shared/contracts/event-settings';
import type { Money } from '#shared/domain/pricing';
import type { OperatorRouting } from '#shared/domain/provider-routes';
import { RESULT_POLICIES } from '#shared/domain/results';

const inBothLanguages = z.object({ en: z.string(), fr: z.string() });

/**
 * The order is a list of provider names with commas: empty for the configuration's order,
 * `NO_PROVIDER` when no provider takes the operator.
 */
const operatorRouting = z.object({ order: z.string(), fixed: z.string() });
export const NO_PROVIDER = 'none';

/** The form as shown: numbers and times are texts, times in the event's time zone. */
const settingsDraft = z.object({
  name: z.string(),
  nameFr: z.string(),
  year: z.string(),
  timezone: z.string(),
  opensAt: z.string(),
  closesAt: z.string(),
  prices: z.object({ mobileMoney: z.string(), card: z.string() }),
  votes: z.object({ min: z.string(), max: z.string() }),
  methods: z.object({ mobileMoney: z.boolean(), card: z.boolean() }),
  routing: z.object({ mtn: operatorRouting, orange: operatorRouting }),
  contact: z.object({ email: z.string(), phone: z.string(), whatsapp: z.string() }),
  organiser: inBothLanguages,
  refunds: inBothLanguages,
  banner: z.object({ text: inBothLanguages, from: z.string(), to: z.string() }),
  results: z.object({
    policy: z.enum(RESULT_POLICIES),
    sealedFrom: z.string(),
    releasesAtClose: z.boolean(),
  }),
  retentionDays: z.string(),
  xafPerUsd: z.string(),
});
export type SettingsDraft = z.infer<typeof settingsDraft>;

/** Draft of the one settings form. */
export const settingsDrafts = draftStorage('settingsDraft', settingsDraft);

const text = (value: string | null) => value ?? '';
const bothTexts = ({ en, fr }: { en: string | null; fr: string | null }) => ({
  en: text(en),
  fr: text(fr),
});

const routingOf = ({ order, fixed }: OperatorRouting) => ({
  order: order?.length === 0 ? NO_PROVIDER : (order ?? []).join(','),
  fixed: text(fixed),
});

const routingIn = ({ order, fixed }: z.infer<typeof operatorRouting>): OperatorRouting => ({
  order: order === '' ? null : order === NO_PROVIDER ? [] : order.split(','),
  fixed: fixed === '' ? null : fixed,
});

export function draftOf(settings: EventSettings): SettingsDraft {
  const { timezone, prices, votes, routing, contact, banner, results } = settings;
  const local = (instant: string | null) => (instant === null ? '' : localTime(instant, timezone));
  return {
    name: settings.name,
    nameFr: text(settings.nameFr),
    year: settings.year,
    timezone,
    opensAt: local(settings.opensAt),
    closesAt: local(settings.closesAt),
    prices: { mobileMoney: String(prices.mobileMoney), card: (prices.card / 100).toFixed(2) },
    votes: { min: String(votes.min), max: String(votes.max) },
    methods: settings.methods,
    routing: { mtn: routingOf(routing.mtn), orange: routingOf(routing.orange) },
    contact: {
      email: text(contact.email),
      phone: text(contact.phone),
      whatsapp: text(contact.whatsapp),
    },
    organiser: bothTexts(settings.organiser),
    refunds: bothTexts(settings.refunds),
    banner: { text: bothTexts(banner.text), from: local(banner.from), to: local(banner.to) },
    results: { ...results, sealedFrom: local(results.sealedFrom) },
    retentionDays: String(settings.retentionDays),
    xafPerUsd: String(settings.xafPerUsd),
  };
}

/** Parses a decimal with a point or a comma; anything else is NaN. */
const numberIn = (written: string): number => {
  const decimalText = written.trim().replace(',', '.');
  return /^\d+(\.\d+)?$/.test(decimalText) ? Number(decimalText) : Number.NaN;
};

/** Returns whole cents; NaN when the amount has fractions of a cent. */
const centsIn = (dollars: string): number => {
  const cents = numberIn(dollars) * 100;
  return Math.abs(cents - Math.round(cents)) < 1e-6 ? Math.round(cents) : Number.NaN;
};

/** Returns the valid prices per vote that voters would be offered. */
export function amountsOf({ prices, methods }: SettingsDraft): Money[] {
  const offered: (Money | false)[] = [
    methods.mobileMoney && { amountMinor: numberIn(prices.mobileMoney), currency: 'XAF' },
    methods.card && { amountMinor: centsIn(prices.card), currency: 'USD' },
  ];
  return offered
    .filter((price) => price !== false)
    .filter((price) => Number.isFinite(price.amountMinor));
}

/** Builds the input for the contract, which reports errors at the same fields. */
function inputOf(draft: SettingsDraft): z.input<typeof eventSettings> {
  const { prices, votes, routing, banner, results } = draft;
  const zone = timeZone.safeParse(draft.timezone).success ? draft.timezone : 'UTC';
  const instant = (local: string) => {
    if (local === '') return null;
    const moment = instantAt(local, zone);
    return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
  };
  return {
    ...draft,
    opensAt: instant(draft.opensAt),
    closesAt: instant(draft.closesAt),
    prices: { mobileMoney: numberIn(prices.mobileMoney), card: centsIn(prices.card) },
    routing: { mtn: routingIn(routing.mtn), orange: routingIn(routing.orange) },
    votes: { min: numberIn(votes.min), max: numberIn(votes.max) },
    banner: { ...banner, from: instant(banner.from), to: instant(banner.to) },
    results: { ...results, sealedFrom: instant(results.sealedFrom) },
    retentionDays: numberIn(draft.retentionDays),
    xafPerUsd: numberIn(draft.xafPerUsd),
  };
}

const parsedDraft = settingsDraft.transform(inputOf).pipe(eventSettings);

/** Validates in the browser against the contract that the server uses. */
export const settingsResolver = zodResolver(parsedDraft);

export const isSameDraft = (a: SettingsDraft, b: SettingsDraft): boolean =>
  JSON.stringify(fieldsOf(a)) === JSON.stringify(fieldsOf(b));

/** Returns the value of every field by its path. */
export function fieldsOf(draft: SettingsDraft): Record<SettingsField, string> {
  const flat = (value: unknown, path: string[]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) => flat(one, [...path, key]))
      : [[path.join('.'), String(value)]];
  // Parsed, so that the fields are in the order of the form, wherever the draft comes from.
  return Object.fromEntries(flat(settingsDraft.parse(draft), [])) as Record<SettingsField, string>;
}

type Paths<Value, Prefix extends string = ''> = {
  [Key in keyof Value & string]: Value[Key] extends object
    ? Paths<Value[Key], `${Prefix}${Key}.`>
    : `${Prefix}${Key}`;
}[keyof Value & string];
export type SettingsField = Paths<SettingsDraft>;

/** Paths of the providers of each operator. */
export type RoutingField = Extract<SettingsField, `routing.${string}`>;

export const isRoutingField = (field: SettingsField): field is RoutingField =>
  field.startsWith('routing.');

/** Returns the message for an invalid field, by the kind of error. */
export function problemOf(field: SettingsField, error: string) {
  const knownProblem = SETTINGS_PROBLEMS.find((problem) => problem === error);
  if (knownProblem) return knownProblem;
  if (isRoutingField(field)) return 'provider-unknown';
  if (field === 'prices.mobileMoney' || field === 'prices.card') return field;
  if (field === 'votes.min' || field === 'votes.max') return 'votes';
  // The only possible reason.
  if (field === 'results.policy') return 'results-published';
  if (field === 'contact.email') return 'email';
  if (field === 'contact.phone' || field === 'contact.whatsapp') return 'phone';
  if (field === 'year' || field === 'retentionDays' || field === 'xafPerUsd') return field;
  if (TIMES.includes(field)) return 'time';
  if (error === 'too_small') return 'required';
  return error === 'too_big' ? 'tooLong' : 'text';
}
const TIMES: readonly SettingsField[] = [
  'opensAt',
  'closesAt',
  'banner.from',
  'banner.to',
  'results.sealedFrom',
];
