import { z } from 'zod';
import { RESULT_POLICIES } from '../domain/results';
import { currency, isoInstant } from './primitives';

const price = z.object({ amountMinor: z.number().int(), currency });

/** A text in both languages, or none. */
const bothLanguages = z.object({ en: z.string().nullable(), fr: z.string().nullable() });

/** Whose widget may ask whether a payer is a person. */
export const captchaProvider = z.enum(['turnstile', 'hcaptcha']);

/** What the browser may know of the configuration. */
export const publicConfig = z.object({
  event: z.object({
    name: z.string(),
    nameFr: z.string().nullable(),
    year: z.string(),
    timezone: z.string(),
  }),
  /** Of one vote, by method. */
  prices: z.object({ 'mobile-money': price, card: price }),
  /** How many votes one payment gives to a nomination: none, or from `min` to `max`. */
  votes: z.object({ min: z.number().int(), max: z.number().int() }),
  /** A method that is off says nothing of itself. */
  methods: z.object({ mobileMoney: z.boolean(), card: z.boolean() }),
  mobileMoneyProvider: z.string(),
  /** Whose wallets it takes money from; none while the method is off. */
  mobileMoneyOperators: z.array(z.enum(['mtn', 'orange'])),
  stripePublishableKey: z.string().nullable(),
  /** Where the sandbox's Stripe.js is served; null means Stripe's own, from Stripe's host. */
  stripeScriptUrl: z.string().nullable(),
  /** Who tells people from programs; null where nobody does. */
  captcha: z
    .object({
      provider: captchaProvider,
      siteKey: z.string(),
      /** Where the sandbox's script is served; null means the provider's own. */
      scriptUrl: z.string().nullable(),
    })
    .nullable(),
  voting: z.object({
    opensAt: isoInstant.nullable(),
    closesAt: isoInstant.nullable(),
    isOpen: z.boolean(),
  }),
  /** Days after the end of voting for which voters' data are kept. */
  retentionDays: z.number().int(),
  /** Until when they are kept; null while nobody has said when voting ends. */
  detailsKeptUntil: isoInstant.nullable(),
  /** What is shown of the votes; since when, where it is that of one moment. */
  results: z.object({ shows: z.enum(RESULT_POLICIES), since: isoInstant.nullable() }),
  /** To whom a voter may turn. */
  contact: z.object({
    email: z.string().nullable(),
    phone: z.string().nullable(),
    whatsapp: z.string().nullable(),
  }),
  /** Who organises, and what the money is for. */
  organiser: bothLanguages,
  refunds: bothLanguages,
  /** What the organiser has to say at the moment. */
  banner: bothLanguages.nullable(),
  /** When something of this is another by itself: to be read again then. */
  changesAt: isoInstant.nullable(),
  /** Whether people can sign in here; voting never needs it. */
  signIn: z.boolean(),
  isDemo: z.boolean(),
  /** What every page and receipt says of the money, where it is not real and strangers can look. */
  moneyNotice: z.enum(['demo', 'test-money']).nullable(),
});
export type PublicConfig = z.infer<typeof publicConfig>;
