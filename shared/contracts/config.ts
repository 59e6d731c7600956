import { z } from 'zod';
import { WALLET_OPERATORS } from '#shared/domain/provider-routes';
import { RESULT_POLICIES } from '#shared/domain/results';
import { currency, isoInstant } from './primitives';

const price = z.object({ amountMinor: z.number().int(), currency });

/** A text that may be missing, in both languages. */
const bothLanguages = z.object({ en: z.string().nullable(), fr: z.string().nullable() });

/** Provider of the captcha widget. */
export const captchaProvider = z.enum(['turnstile', 'hcaptcha']);

/** The public part of the configuration, for the browser. */
export const publicConfig = z.object({
  event: z.object({
    name: z.string(),
    nameFr: z.string().nullable(),
    year: z.string(),
    timezone: z.string(),
  }),
  /** Price of one vote, by method. */
  prices: z.object({ 'mobile-money': price, card: price }),
  /** How many votes one payment gives to a nomination: either none, or from `min` to `max`. */
  votes: z.object({ min: z.number().int(), max: z.number().int() }),
  /** Details of a method that is off are omitted. */
  methods: z.object({ mobileMoney: z.boolean(), card: z.boolean() }),
  /** Name in the path of new payments, `/api/<provider>-payment`; any provider may serve it. */
  mobileMoneyProvider: z.string(),
  /** All providers that may take new payments. */
  mobileMoneyProviders: z.array(z.string()),
  /** Mobile operators whose wallets are accepted; empty while the method is off. */
  mobileMoneyOperators: z.array(z.enum(WALLET_OPERATORS)),
  /** Those of them for which no provider responds at the moment. */
  mobileMoneyDown: z.array(z.enum(WALLET_OPERATORS)),
  stripePublishableKey: z.string().nullable(),
  /** Address of the sandbox's Stripe.js; null means Stripe's own, from Stripe's host. */
  stripeScriptUrl: z.string().nullable(),
  /** The captcha; null when there is none. */
  captcha: z
    .object({
      provider: captchaProvider,
      siteKey: z.string(),
      /** Address of the sandbox's script; null means the provider's own. */
      scriptUrl: z.string().nullable(),
    })
    .nullable(),
  voting: z.object({
    opensAt: isoInstant.nullable(),
    closesAt: isoInstant.nullable(),
    isOpen: z.boolean(),
  }),
  /** Days after the end of voting for which voters' data are stored. */
  retentionDays: z.number().int(),
  /** When voters' data of the current edition are erased; null while no end of voting is set. */
  detailsKeptUntil: isoInstant.nullable(),
  /** The published form of the votes; `since` is set when it shows a fixed moment. */
  results: z.object({ shows: z.enum(RESULT_POLICIES), since: isoInstant.nullable() }),
  /** Contact for voters. */
  contact: z.object({
    email: z.string().nullable(),
    phone: z.string().nullable(),
    whatsapp: z.string().nullable(),
  }),
  /** Description of the organiser and of the use of the money. */
  organiser: bothLanguages,
  refunds: bothLanguages,
  /** Current announcement of the organiser. */
  banner: bothLanguages.nullable(),
  /** True when there are earlier editions to read. */
  hasArchive: z.boolean(),
  /** When the configuration next changes on its own and must be loaded again. */
  changesAt: isoInstant.nullable(),
  /** True when sign-in is available; voting never needs it. */
  signIn: z.boolean(),
  isDemo: z.boolean(),
  /** True in a rehearsal, which shows another time than that of today. */
  isRehearsal: z.boolean(),
  /** Notice on every page and receipt of a public site whose money is not real. */
  moneyNotice: z.enum(['demo', 'test-money']).nullable(),
});
export type PublicConfig = z.infer<typeof publicConfig>;
