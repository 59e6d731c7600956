import type { Config, StripeSettings } from '../../config/config';
import { type CardProvider, createStripeProvider } from '..';

/** What the browser needs to draw the card form. */
export interface CardForm {
  publishableKey: string;
  /** Null means Stripe's own script, from Stripe's host. */
  scriptUrl: string | null;
}

export interface StripeStandIn {
  settings: StripeSettings;
  scriptUrl: string;
}

/**
 * The card provider and what its form in the browser needs.
 * @param standIn the local stand-in, used where no real keys are given
 * @returns null when the method is off
 */
export function cardProvider(
  { stripe }: Pick<Config, 'stripe'>,
  standIn: StripeStandIn | null,
): { provider: CardProvider; form: CardForm } | null {
  const settings = stripe ?? standIn?.settings;
  if (!settings) return null;
  return {
    provider: createStripeProvider(settings),
    form: {
      publishableKey: settings.publishableKey,
      scriptUrl: stripe ? null : (standIn?.scriptUrl ?? null),
    },
  };
}
