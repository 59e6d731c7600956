import type { Config } from '#server/config/index';
import type { Logger } from '#server/platform/logger';
import type { CardForm, Variables } from './adapter';
import { PAYMENT_ADAPTERS } from './adapters';
import type { Timeouts } from './http/provider-http';
import type { CardProvider, MobileMoneyProvider } from './provider';

/** The parts of the provider sandboxes that adapters use. */
export interface ProviderSandboxes {
  /** Environment variables that select the sandboxes, for all providers. */
  variables: Variables;
  /** Origin at which the sandboxes call us. */
  callbackOrigin: string;
  /** Script that replaces Stripe.js in the browser. */
  stripeScriptUrl: string;
}

export interface ConnectedProviders {
  /** The providers named by `MOBILE_MONEY_PROVIDERS`, in this order; empty when the method is off. */
  mobileMoney: MobileMoneyProvider[];
  /**
   * The other configured providers: they may still hold payments from before the choice changed.
   */
  formerMobileMoney: MobileMoneyProvider[];
  /** Null when the method is off. */
  cards: CardProvider | null;
  cardForm: CardForm | null;
}

/** @param sandboxes used when no real settings are given; null in production */
export function connectProviders(
  config: Pick<Config, 'mobileMoneyProviders' | 'providerVariables' | 'publicUrl'>,
  sandboxes: ProviderSandboxes | null,
  {
    logger,
    timeouts,
    onCircuit,
  }: {
    logger: Logger;
    timeouts?: Partial<Timeouts> | undefined;
    /** Called when a mobile money provider stops responding, and when it responds again. */
    onCircuit?: (provider: MobileMoneyProvider, state: 'open' | 'closed') => void;
  },
): ConnectedProviders {
  const connected: MobileMoneyProvider[] = PAYMENT_ADAPTERS.mobileMoney.flatMap((adapter) => {
    const real = config.providerVariables[adapter.name];
    const variables = real ?? sandboxes?.variables;
    if (!variables) return [];
    const origin = real ? internetOrigin(config.publicUrl) : (sandboxes?.callbackOrigin ?? null);
    const provider: MobileMoneyProvider = adapter.connect(variables, {
      logger,
      onCircuit: (state) => onCircuit?.(provider, state),
      webhookUrl: origin === null ? null : `${origin}/api/webhooks/${adapter.name}`,
      ...(timeouts ? { timeouts } : {}),
    });
    return [provider];
  });
  const chosen = config.mobileMoneyProviders;
  return {
    mobileMoney: chosen.flatMap((name) => connected.filter((provider) => provider.name === name)),
    formerMobileMoney: connected.filter(({ name }) => !chosen.includes(name)),
    ...connectCards(config, sandboxes, timeouts),
  };
}

function connectCards(
  config: Pick<Config, 'providerVariables'>,
  sandboxes: ProviderSandboxes | null,
  timeouts: Partial<Timeouts> | undefined,
): Pick<ConnectedProviders, 'cards' | 'cardForm'> {
  const { card } = PAYMENT_ADAPTERS;
  const real = config.providerVariables[card.name];
  const variables = real ?? sandboxes?.variables;
  if (!variables) return { cards: null, cardForm: null };
  const { provider, publishableKey } = card.connect(variables, timeouts);
  const scriptUrl = real ? null : (sandboxes?.stripeScriptUrl ?? null);
  return { cards: provider, cardForm: { publishableKey, scriptUrl } };
}

/** Null for a developer's machine: a real provider cannot call it, and rejects such an address. */
const internetOrigin = (publicUrl: string): string | null =>
  publicUrl.startsWith('https:') ? publicUrl : null;
