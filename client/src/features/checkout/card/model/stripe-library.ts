import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#shared/domain/localized';
import { inTime, loadScript } from './load-script';

export interface StripeSource {
  publishableKey: string;
  /** Address of the sandbox's script; null for Stripe's own from its own host. */
  scriptUrl: string | null;
}

/**
 * One instance for each language: the provider's error messages use the language it was started in.
 */
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
  // When the script is already on the page, `loadStripe` does not add it again.
  if (scriptUrl !== null && !window.Stripe) await loadScript(scriptUrl);
  const stripe = await loadStripe(publishableKey, { locale: language });
  if (!stripe) throw new Error('Stripe.js needs a browser');
  return stripe;
}
