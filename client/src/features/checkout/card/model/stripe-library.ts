import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#shared/domain/localized';
import { inTime, loadScript } from './load-script';

export interface StripeSource {
  publishableKey: string;
  /** Of the sandbox; null for Stripe's own script from its own host. */
  scriptUrl: string | null;
}

/** One for each language: the provider's error messages are in the language it was started in. */
export const stripeLibrary = (source: StripeSource, language: Language) =>
  queryOptions({
    queryKey: ['stripe.js', source.publishableKey, language],
    queryFn: () => inTime(load(source, language)),
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

async function load(
  { publishableKey, scriptUrl }: StripeSource,
  language: Language,
): Promise<Stripe> {
  // Where the script is there already, `loadStripe` adds none of its own.
  if (scriptUrl !== null && !window.Stripe) await loadScript(scriptUrl);
  const stripe = await loadStripe(publishableKey, { locale: language });
  if (!stripe) throw new Error('Stripe.js needs a browser');
  return stripe;
}
