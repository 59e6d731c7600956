import { z } from 'zod';
import { currency, isoInstant } from './primitives';

const price = z.object({ amountMinor: z.number().int(), currency });

/** Whose widget may ask whether a payer is a person. */
export const captchaProvider = z.enum(['turnstile', 'hcaptcha']);

/** What the browser may know of the configuration. */
export const publicConfig = z.object({
  event: z.object({ name: z.string(), year: z.string(), timezone: z.string() }),
  prices: z.object({ mobileMoney: price, card: price }),
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
  /** Whether people can sign in here; voting never needs it. */
  signIn: z.boolean(),
  isDemo: z.boolean(),
  /** What every page and receipt says of the money, where it is not real and strangers can look. */
  moneyNotice: z.enum(['demo', 'test-money']).nullable(),
});
export type PublicConfig = z.infer<typeof publicConfig>;
