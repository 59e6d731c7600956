import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#shared/domain/localized';

/** On a bad network a script may hang for minutes; after this long the voter may decide. */
const LOAD_TIMEOUT_MS = 30_000;

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
  if (scriptUrl !== null && !window.Stripe) await addScript(scriptUrl);
  const stripe = await loadStripe(publishableKey, { locale: language });
  if (!stripe) throw new Error('Stripe.js needs a browser');
  return stripe;
}

const addScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The script of the card form did not arrive'));
    };
    document.head.append(script);
  });

const inTime = <T>(loading: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The card form takes too long to load')),
      LOAD_TIMEOUT_MS,
    );
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
